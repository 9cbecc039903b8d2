/** The part of autocannon used here, which has no types. */
declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    amount: number
    sampleInt: number
    requests: { setupRequest(request: object): object }[]
  }
  interface Result {
    errors: number
    statusCodeStats?: Record<string, { count: number }>
  }
  interface Load extends Promise<Result> {
    on(event: 'response', listener: () => void): void
  }
  export default function autocannon(options: Options): Load
}
