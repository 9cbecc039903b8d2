/** Launch parameters as OAuth 1.0a signs them: query and body together, with repeats and empty values. */
export type Parameters = Record<string, string[]>

/**
 * Collects parsed query and body parameters. The object has no prototype, so that no parameter name has a special
 * meaning.
 */
export const collectLaunchParameters = (...sources: unknown[]): Parameters => {
  const parameters: Parameters = Object.create(null)
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      const given = Array.isArray(value) ? value.map(String) : [String(value)]
      parameters[name] = parameters[name]?.concat(given) ?? given
    }
  }
  return parameters
}

/**
 * Returns a parameter's first value; undefined when absent. The caller must refuse repeats where they are not allowed.
 */
export const firstValue = (parameters: Parameters, name: string): string | undefined => parameters[name]?.[0]
