/** A refusal of SCIM: its status, its type as in RFC 7644 (3.12), and a sentence for the operator of the directory. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: string | null

  constructor(status: number, scimType: string | null, detail: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const invalidValue = (detail: string): ScimError => new ScimError(400, 'invalidValue', detail)
export const invalidFilter = (detail: string): ScimError => new ScimError(400, 'invalidFilter', detail)
export const invalidPath = (detail: string): ScimError => new ScimError(400, 'invalidPath', detail)
export const invalidSyntax = (detail: string): ScimError => new ScimError(400, 'invalidSyntax', detail)
export const taken = (detail: string): ScimError => new ScimError(409, 'uniqueness', detail)
export const unknownResource = (id: string): ScimError => new ScimError(404, null, `There is no resource ${id}.`)
