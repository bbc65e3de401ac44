/** What SCIM clients ask first (RFC 7643, 5 to 7): what is supported, and which attributes are kept. */
import type {Json} from '../../feel/core.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** Resources in one answer. */
export const mostResults = 200

export const serviceProviderConfig: Json = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: {supported: true},
  bulk: {supported: false, maxOperations: 0, maxPayloadSize: 0},
  filter: {supported: true, maxResults: mostResults},
  changePassword: {supported: false},
  sort: {supported: false},
  etag: {supported: true},
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of its own, made by `nonet directory make`.',
      primary: true,
    },
  ],
  meta: {resourceType: 'ServiceProviderConfig'},
}

const resourceType = (name: string, schema: string): Json => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  ...{id: name, name, endpoint: `/${name}s`, description: `${name}s of the directory`, schema},
  meta: {resourceType: 'ResourceType'},
})

export const resourceTypes: readonly Json[] = [resourceType('User', userSchema), resourceType('Group', groupSchema)]

interface AttributeTraits {
  readonly type?: string
  readonly many?: boolean
  readonly required?: boolean
  readonly isExact?: boolean
  readonly unique?: boolean
  readonly parts?: readonly Json[]
}

function attribute(name: string, traits: AttributeTraits = {}): Json {
  const {type = 'string', many = false, required = false, isExact = false, unique = false, parts} = traits
  return {
    ...{name, type, multiValued: many, description: '', required, caseExact: isExact},
    ...{mutability: 'readWrite', returned: 'default', uniqueness: unique ? 'server' : 'none'},
    ...(parts ? {subAttributes: parts} : {}),
  }
}

const named = (names: readonly string[]): Json[] => names.map(name => attribute(name))

const schema = (id: string, name: string, attributes: readonly Json[]): Json => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  ...{id, name, description: name, attributes},
  meta: {resourceType: 'Schema'},
})

export const schemas: readonly Json[] = [
  schema(userSchema, 'User', [
    attribute('userName', {required: true, unique: true}),
    attribute('externalId', {isExact: true}),
    attribute('displayName'),
    attribute('name', {
      type: 'complex',
      parts: named(['formatted', 'familyName', 'givenName', 'middleName', 'honorificPrefix', 'honorificSuffix']),
    }),
    attribute('active', {type: 'boolean'}),
    attribute('emails', {
      ...{type: 'complex', many: true},
      parts: [...named(['value', 'type', 'display']), attribute('primary', {type: 'boolean'})],
    }),
  ]),
  schema(groupSchema, 'Group', [
    attribute('displayName', {required: true, unique: true}),
    attribute('externalId', {isExact: true}),
    attribute('members', {type: 'complex', many: true, parts: named(['value'])}),
  ]),
]
