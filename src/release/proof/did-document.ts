import { asc } from 'drizzle-orm'
import { signingNames } from '../../../db/schema/release/signing.ts'
import type { Ctx } from '../../context.ts'
import { publicKeysOf, signingKey } from '../signing/keys.ts'
import { didOf } from '../signing/sign-document.ts'
import { verifierKeys } from '../transparency-log/origin.ts'

/**
 * Returns the DID document of this instance: every key that has signed, retired keys with the time
 * of their end, every name under which it has signed, and the keys of its log. A key's fragment is
 * the key itself, so that a proof made under a former address still finds it.
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
    ...logService(ctx, id),
  }
}

/** Before its first entry a log has no name, and so no key to verify it with. */
function logService(ctx: Ctx, id: string) {
  const keys = verifierKeys(ctx)
  if (keys.length === 0) return {}
  const serviceEndpoint = `${ctx.site.origin}/log`
  return { service: [{ id: `${id}#log`, type: 'TransparencyLog' as const, serviceEndpoint, verifierKeys: keys }] }
}
