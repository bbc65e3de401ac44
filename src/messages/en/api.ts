/** The page about the calls of an application. */
export const api = {
  heading: 'API',
  intro: (address: string) =>
    `Use these calls from your own programs. ${address} describes them in OpenAPI 3.1, so that you can generate a client. Only calls you have permission for are listed.`,
  authorization: (header: string) => `Send an API key from your account page, or a token, in the ${header} header.`,
  everyone: 'no key needed',
  parameter: 'Parameter',
  type: 'Type',
  places: {path: 'path', query: 'query', header: 'header'} as Readonly<Record<string, string>>,
  answers: (status: string) => `Returns ${status}.`,
}
