import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'

/** Prefix of a token in a link: a course to join, an enrollment (1.1), a membership (1.3) or a list of signs. */
type TokenKind = 'c' | 'e' | 'm' | 'l'

/** 192 random bits behind the letter of its kind: unique across every table, and the kind shows without a look-up. */
export const mintToken = (kind: TokenKind): string => `${kind}_${randomBytes(24).toString('base64url')}`

/** Returns 256 random bits for a value that is shown once and stored only as its hash. */
export const mintSecret = (): string => randomBytes(32).toString('base64url')

/** Returns a code of digits for a message, six by default. It is stored as a hash and allows few attempts. */
export const mintPin = (digits = 6): string => String(randomInt(10 ** digits)).padStart(digits, '0')

const LOOK_ALIKE_FREE = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns random letters and digits without look-alikes (Crockford base 32): 5 bits each. */
export const mintCode = (length: number): string => {
  let code = ''
  for (const byte of randomBytes(length)) code += LOOK_ALIKE_FREE[byte % 32]
  return code
}

/** Returns an error id that people quote to support: 50 random bits without look-alike characters. */
export const mintRequestId = (): string => {
  const letters = mintCode(10)
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

export const mintReference = (): string => randomUUID()

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns a keyed hash for logging a confidential text. It cannot be guessed without APP_SECRET. */
export const makeFingerprint =
  (appSecret: string) =>
  (text: string): string =>
    createHmac('sha256', appSecret).update(text).digest('hex').slice(0, 16)

/** Returns the keyed hashes of both secrets, the current one first. */
export const fingerprintsOf = ({ appSecret, previousAppSecret }: AppSecrets): ((text: string) => string)[] =>
  [appSecret, ...(previousAppSecret ? [previousAppSecret] : [])].map(makeFingerprint)

/** Compares in constant time. */
export const timingSafeBytesEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/** Signs texts that leave the server and come back, such as the number in a link. */
export interface Signer {
  sign(text: string): string
  /** True if the text was signed with APP_SECRET, or with the one before. */
  verifies(text: string, signature: string): boolean
}

/** Returns the keys that HKDF (RFC 5869) derives from both secrets for one purpose, that of the current one first. */
const keysFor = (purpose: string, { appSecret, previousAppSecret }: AppSecrets): Buffer[] =>
  [appSecret, ...(previousAppSecret === undefined ? [] : [previousAppSecret])].map(secret =>
    Buffer.from(hkdfSync('sha256', secret, 'signbook', purpose, 32)),
  )

/** HMAC-SHA-256 with a key derived for one purpose. */
export const makeSigner = (secrets: AppSecrets, purpose: 'seat link' | 'code link'): Signer => {
  const keys = keysFor(purpose, secrets)
  const sign = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  return {
    sign: text => sign(keys[0]!, text).toString('base64url'),
    verifies: (text, signature) =>
      keys.some(key => timingSafeBytesEqual(sign(key, text), Buffer.from(signature, 'base64url'))),
  }
}

/** Encrypts and decrypts school secrets, waiting passwords and private keys. */
export interface Vault {
  seal(clear: string): string
  /** Throws when the text was changed, or encrypted with an unknown APP_SECRET or for another purpose. */
  open(sealed: string): string
}

export type Purpose = 'consumer secret' | 'tool keys' | 'waiting' | 'flash'

/** APP_SECRET, and while it is replaced the one before, which only decrypts. */
export interface AppSecrets {
  appSecret: string
  previousAppSecret?: string | undefined
}

/** AES-256-GCM with one derived key per purpose, so that a secret of one kind cannot be decrypted as another. */
export const makeVault = (secrets: AppSecrets, purpose: Purpose): Vault => {
  const [key, previous] = keysFor(purpose, secrets)
  return {
    seal(clear) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key!, iv)
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        return decrypt(bytes, key!)
      } catch (error) {
        if (!previous) throw error
        return decrypt(bytes, previous)
      }
    },
  }
}

/** The initialization vector, the authentication tag and the text, one after the other. */
const decrypt = (bytes: Buffer, key: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
