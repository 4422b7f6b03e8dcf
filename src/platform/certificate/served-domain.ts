import { eq, ne } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import type { Db } from '../../../db/open.ts'
import { certificates } from '../../../db/schema/platform/certificate.ts'
import type { Config } from '../../config.ts'

const served = (db: Db) =>
  db.select({ domain: certificates.domain }).from(certificates).where(eq(certificates.isServed, true)).get()?.domain

/** Stores the name of this start of the service, for the program's other commands. */
export function saveServedDomain(db: Db, { domain }: Config): void {
  if (served(db) === domain) return
  inTransaction(db, () => {
    db.update(certificates)
      .set({ isServed: false })
      .where(ne(certificates.domain, domain ?? ''))
      .run()
    if (domain === undefined) return
    const row = { domain, isServed: true }
    db.insert(certificates).values(row).onConflictDoUpdate({ target: certificates.domain, set: row }).run()
  })
}

/** Returns a command's configuration: with the service's name, unless another address is set. */
export function withServedDomain(db: Db, config: Config): Config {
  const domain = served(db)
  if (domain === undefined) return config
  const baseUrl = new URL(`https://${domain}`)
  return (config.baseUrl ?? baseUrl).origin === baseUrl.origin ? { ...config, domain, baseUrl } : config
}
