import { createPublicKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const generate = promisify(generateKeyPair)

export interface Keys {
  kid: string
  privateKey: KeyObject
  /** Unpublished key, to sign forged tokens. */
  stranger: KeyObject
  published: object[]
}

export const createKeys = async (): Promise<Keys> => {
  const [own, stranger] = await Promise.all([
    generate('rsa', { modulusLength: 2048 }),
    generate('rsa', { modulusLength: 2048 }),
  ])
  const kid = randomBytes(8).toString('hex')
  const published = [{ ...createPublicKey(own.privateKey).export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }]
  return { kid, privateKey: own.privateKey, stranger: stranger.privateKey, published }
}
