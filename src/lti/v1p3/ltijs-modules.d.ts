/** What we import of ltijs 5.9.9, typed by us: its own types are of version 4 and cover no deep import. */
declare module 'ltijs/dist/Utils/Auth.js' {
  export interface EnginePlatform {
    platformActive(): Promise<boolean>
    platformClientId(): Promise<string>
    platformKid(): Promise<string>
    platformAuthConfig(): Promise<{ method: 'JWK_KEY'; key: object }>
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
  // biome-ignore lint/complexity/noStaticOnlyClass: it is how ltijs is written, and it is made to be extended
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
      pem: string,
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

/** The services take a platform of eight methods and a bag that ltijs calls the id token. */
interface LtijsServicePlatform {
  platformActive(): Promise<boolean>
  platformClientId(): Promise<string>
  platformKid(): Promise<string>
  platformPrivateKey(): Promise<string>
  platformAccessToken(scopes: string): Promise<{ token_type: string; access_token: string }>
}
type LtijsGetPlatform = (issuer: string, clientId: string) => Promise<LtijsServicePlatform | false>
interface LtijsIdToken {
  iss: string
  clientId: string
  deploymentId: string
  user: string
  platformContext: {
    namesRoles?: { context_memberships_url: string }
    resource?: { id: string }
    deepLinkingSettings?: {
      deep_link_return_url: string
      accept_types: string[]
      accept_multiple: boolean
      data?: string
    }
  }
}

declare module 'ltijs/dist/Provider/Services/Grade.js' {
  export default class Grade {
    constructor(getPlatform: LtijsGetPlatform, encryptionKey: null, database: null)
    submitScore(idToken: LtijsIdToken, lineItem: string, score: Record<string, unknown>): Promise<unknown>
  }
}
declare module 'ltijs/dist/Provider/Services/NamesAndRoles.js' {
  export default class NamesAndRoles {
    constructor(getPlatform: LtijsGetPlatform, encryptionKey: null, database: null)
    getMembers(
      idToken: LtijsIdToken,
      options: { pages: number | false },
    ): Promise<{ members: Record<string, unknown>[] }>
  }
}
declare module 'ltijs/dist/Provider/Services/DeepLinking.js' {
  export default class DeepLinking {
    constructor(getPlatform: LtijsGetPlatform, encryptionKey: null, database: null)
    createDeepLinkingMessage(idToken: LtijsIdToken, items: object[], options: { message?: string }): Promise<string>
  }
}
