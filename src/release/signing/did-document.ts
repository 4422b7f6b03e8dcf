import { asc } from 'drizzle-orm'
import { signingNames } from '../../../db/schema/release/signing.ts'
import type { Ctx } from '../../context.ts'
import { publicKeysOf, signingKey } from './keys.ts'

/** Returns the name of this instance as a signer: did:web of its address. */
export const didOf = ({ site }: Pick<Ctx, 'site'>): string => `did:web:${encodeURIComponent(new URL(site.origin).host)}`

/**
 * Returns the DID document of this instance: every key that has signed, retired keys with the time
 * of their end, and every name under which it has signed. A key's fragment is the key itself, so
 * that a proof made under a former address still finds it.
 */
export function didDocument(ctx: Ctx) {
  signingKey(ctx, 'manifest')
  const id = didOf(ctx)
  const names = ctx.db.select({ did: signingNames.did }).from(signingNames).orderBy(asc(signingNames.firstUsedAt)).all()
  const former = names.map(({ did }) => did).filter((did) => did !== id)
  const methods = publicKeysOf(ctx, 'manifest').map(({ publicKey, retiredAt }) => ({
    id: `${id}#${publicKey}`,
    type: 'Multikey',
    controller: id,
    publicKeyMultibase: publicKey,
    ...(retiredAt === null ? {} : { expires: new Date(retiredAt).toISOString() }),
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    ...(former.length === 0 ? {} : { alsoKnownAs: former }),
    verificationMethod: methods,
    assertionMethod: methods.map((method) => method.id),
  }
}
