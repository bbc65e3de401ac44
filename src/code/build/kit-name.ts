/** By this name, built files for the server import what the engine has in common with own code. */
export const kitName = 'nonet:kit'
