/** The page about the calls of an application. */
export const api = {
  heading: 'API',
  intro: (address: string) =>
    `Programs use the calls below. ${address} describes them as OpenAPI 3.1, for clients that are generated. You see the calls that you may make.`,
  authorization: (header: string) => `A token or an API key of your account page goes into the header ${header}.`,
  everyone: 'no key needed',
  parameter: 'Parameter',
  type: 'Type',
  places: {path: 'path', query: 'query', header: 'header'} as Readonly<Record<string, string>>,
  answers: (status: string) => `Answers ${status}.`,
}
