import { eq } from 'drizzle-orm'
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from 'jose'
import { acmeAccounts } from '../../../../db/schema/platform/certificate.ts'
import type { Ctx } from '../../../context.ts'
import type { AccountKey, AcmeClient } from './acme-client.ts'
import { Refusal } from './refusal.ts'

/**
 * Returns the key of our account at an authority, created once. It is stored before anybody sees
 * it, so that requesting an account again returns the same one.
 */
export async function accountKey({ db }: Ctx, directory: string): Promise<AccountKey> {
  const kept = () => db.select().from(acmeAccounts).where(eq(acmeAccounts.directory, directory)).get()
  if (!kept()) {
    const made = await generateKeyPair('ES256', { extractable: true })
    const privateKey = await exportPKCS8(made.privateKey)
    db.insert(acmeAccounts).values({ directory, privateKey }).onConflictDoNothing().run()
  }
  const privateKey = await importPKCS8(kept()?.privateKey ?? '', 'ES256', { extractable: true })
  const { kty = 'EC', crv = '', x = '', y = '' } = await exportJWK(privateKey)
  return { privateKey, publicJwk: { kty, crv, x, y } }
}

/**
 * Returns the address of our account, which agrees to the authority's terms
 * (rule: own-certificate). Throws Refusal, Unreachable.
 */
export async function openAccount(
  { db, log }: Ctx,
  acme: AcmeClient,
  directory: string,
  key: AccountKey,
): Promise<string> {
  const whereThis = eq(acmeAccounts.directory, directory)
  const known = db.select().from(acmeAccounts).where(whereThis).get()?.url
  if (known) return known
  const { newAccount, meta } = acme.directory
  if (meta?.externalAccountRequired) {
    throw new Refusal({ type: 'externalAccountRequired', detail: 'it gives accounts to people only' })
  }
  const { location } = await acme.post(newAccount, { termsOfServiceAgreed: true }, { key, account: null })
  if (location === null) throw new Refusal({ type: 'malformed', detail: 'it gave no address of our account' })
  db.update(acmeAccounts).set({ url: location }).where(whereThis).run()
  log.info('certificate.account_made', { directory, agreedTo: meta?.termsOfService ?? 'no terms' })
  return location
}

/** Forgets the address of our account, where the authority no longer knows it. */
export const forgetAccount = ({ db }: Ctx, directory: string): void =>
  void db.update(acmeAccounts).set({ url: null }).where(eq(acmeAccounts.directory, directory)).run()
