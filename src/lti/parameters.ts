/** The parameters of a launch as OAuth 1.0a signs them: query and body together, repeats and empty values kept. */
export type Parameters = Record<string, string[]>

/** Collects what Fastify parsed. No prototype, so that no parameter's name means anything to JavaScript. */
export const collectParameters = (...sources: unknown[]): Parameters => {
  const parameters: Parameters = Object.create(null)
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      const given = Array.isArray(value) ? value.map(String) : [String(value)]
      parameters[name] = parameters[name]?.concat(given) ?? given
    }
  }
  return parameters
}

/** The one value of a parameter; undefined when it is absent. Repeats of what must be single are the caller's to refuse. */
export const first = (parameters: Parameters, name: string): string | undefined => parameters[name]?.[0]
