import { readFileSync } from 'node:fs'

interface Step {
  instruction: string
  /** The rest of the line, as written. */
  rest: string
}

interface Stage {
  name: string
  image: string
  steps: Step[]
}

/** Parses a Dockerfile into stages and steps; supports only the syntax of ours. */
export const readDockerfile = (file: string): Stage[] => {
  const stages: Stage[] = []
  const lines = readFileSync(file, 'utf8').replace(/\\\n/g, ' ').split('\n')
  for (const line of lines.filter(l => l.trim() !== '' && !l.startsWith('#'))) {
    const [, instruction = '', rest = ''] = line.match(/^([A-Z]+) (.*)$/) ?? []
    if (instruction === 'FROM') {
      const [, image = '', name = ''] = rest.match(/^(\S+)(?: AS (\S+))?$/) ?? []
      stages.push({ image, name, steps: [] })
    } else stages.at(-1)?.steps.push({ instruction, rest })
  }
  return stages
}

/** Returns the words of `["node", "x"]`. */
export const words = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')))

/** Returns the variables set by `ENV A=1 B=2`. */
export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    stage.steps.filter(s => s.instruction === 'ENV').flatMap(s => s.rest.split(' ').map(pair => pair.split('='))),
  )
