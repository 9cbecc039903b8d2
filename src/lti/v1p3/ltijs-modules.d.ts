/** Types for the parts of ltijs 5.9.9 that we import. Its own types are for version 4 and lack deep imports. */
declare module 'ltijs/dist/Utils/Auth.js' {
  import type { KeyObject } from 'node:crypto'

  export interface EnginePlatform {
    platformActive(): Promise<boolean>
    platformClientId(): Promise<string>
    platformKid(): Promise<string>
    platformAuthConfig(): Promise<{ method: 'RSA_KEY'; key: KeyObject }>
  }
  export interface EngineChecks {
    iss: string
    alg?: string
    maxAge?: number | false
  }
  export interface EngineNonces {
    Get(encryption: false, collection: 'nonce', query: { nonce: string }): Promise<false | object[]>
    Insert(encryption: false, collection: 'nonce', item: { nonce: string }): Promise<void>
  }
  export type EngineClaims = Record<string, unknown>
  // biome-ignore lint/complexity/noStaticOnlyClass: ltijs declares this class with static methods, to be extended
  export default class Auth {
    static validateToken(
      token: string,
      devMode: false,
      checks: EngineChecks,
      getPlatform: (issuer: string, clientId: string) => Promise<EnginePlatform | false>,
      encryptionKey: null,
      nonces: EngineNonces,
    ): Promise<EngineClaims>
    static verifyToken(
      token: string,
      key: KeyObject,
      checks: EngineChecks,
      platform: EnginePlatform,
      nonces: EngineNonces,
    ): Promise<EngineClaims>
    static oidcValidation(
      claims: EngineClaims,
      platform: EnginePlatform,
      checks: EngineChecks,
      nonces: EngineNonces,
    ): Promise<unknown>
    static claimValidation(claims: EngineClaims): Promise<void>
  }
}

/** The deep linking service takes a platform with four methods, and an object that ltijs calls the id token. */
declare module 'ltijs/dist/Provider/Services/DeepLinking.js' {
  export default class DeepLinking {
    constructor(getPlatform: () => Promise<object>, encryptionKey: null, database: null)
    createDeepLinkingMessage(asked: object, items: object[], options: { message?: string }): Promise<string>
  }
}
