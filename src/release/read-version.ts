import { and, type Column, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../db/open.ts'
import { prepared, rowsBy } from '../../db/prepared.ts'
import { releaseVersions } from '../../db/schema/release/release.ts'
import type { Ctx } from '../context.ts'
import { jsonReader } from '../lib/json/json-reader.ts'
import { Manifest, Proof } from './shape.ts'

export type VersionRow = typeof releaseVersions.$inferSelect

const { placeholder } = sql

const signed = alias(releaseVersions, 'signed')

/** The columns of a signed version, for queries that read signed versions only. */
export const ofSigned = {
  title: sql<string>`${releaseVersions.manifest} ->> '$.release.title'`,
  type: sql<string>`${releaseVersions.manifest} ->> '$.release.type'`,
  canonicalHash: sql<string>`${releaseVersions.canonicalHash}`,
  logPosition: sql<number>`${releaseVersions.logPosition}`,
  issuedAt: sql<number>`${releaseVersions.issuedAt}`,
}

/** Returns the query of a release's newest signed version, by the column with the release. */
export const newestSignedId = (db: Db, releaseId: Column) =>
  db
    .select({ id: signed.id })
    .from(signed)
    .where(and(eq(signed.releaseId, releaseId), sql`${signed.manifestStatus} = 'READY'`))
    .orderBy(desc(signed.canonicalVersion))
    .limit(1)

/** A release's signed versions, in a query that takes its `releaseId`. */
export const whereSigned = and(
  eq(releaseVersions.releaseId, placeholder('releaseId')),
  // Written out, because SQLite does not look at parameters to choose a partial index.
  sql`${releaseVersions.manifestStatus} = 'READY'`,
)

const latest = prepared((db) =>
  db
    .select()
    .from(releaseVersions)
    .where(eq(releaseVersions.releaseId, placeholder('releaseId')))
    .orderBy(desc(releaseVersions.canonicalVersion))
    .limit(1),
)
const latestSigned = prepared((db) =>
  db.select().from(releaseVersions).where(whereSigned).orderBy(desc(releaseVersions.canonicalVersion)).limit(1),
)

// Without the manifest, which is fifty kilobytes for a hundred tracks.
const nameOnly = { id: releaseVersions.id, canonicalHash: releaseVersions.canonicalHash }
const latestName = prepared((db) =>
  db.select(nameOnly).from(releaseVersions).where(whereSigned).orderBy(desc(releaseVersions.canonicalVersion)).limit(1),
)
const nameById = prepared((db) =>
  db
    .select(nameOnly)
    .from(releaseVersions)
    .where(and(eq(releaseVersions.id, placeholder('id')), eq(releaseVersions.releaseId, placeholder('releaseId')))),
)

const byId = rowsBy(releaseVersions, 'id', 'releaseId')

const byNumber = rowsBy(releaseVersions, 'releaseId', 'canonicalVersion')

export type SignedVersion = VersionRow & {
  readonly manifest: string
  readonly canonicalHash: string
  readonly contentHash: string
  readonly proof: string
  readonly logPosition: number
  readonly issuedAt: number
}

const readManifestText = jsonReader('The manifest of a release', Manifest)
const readProofText = jsonReader('The proof of a release', Proof)

export const manifestOf = ({ manifest }: SignedVersion): Manifest => readManifestText(manifest)

export const proofOfVersion = ({ proof }: SignedVersion) => readProofText(proof)

/** Names a signed version, and by its hash its content. */
export type SignedName = Pick<SignedVersion, 'id' | 'canonicalHash'>

/**
 * Returns the name of a release's newest signed version, or of the one with an id; undefined when
 * it is not signed.
 */
export function signedName(ctx: Ctx, releaseId: string, id?: string): SignedName | undefined {
  const row = id === undefined ? latestName(ctx.db).get({ releaseId }) : nameById(ctx.db).get({ releaseId, id })
  return row?.canonicalHash == null ? undefined : { id: row.id, canonicalHash: row.canonicalHash }
}

/** Returns the newest version of a release, signed or not. */
export const latestVersion = (ctx: Ctx, releaseId: string): VersionRow | undefined => latest(ctx.db).get({ releaseId })

/** Returns the newest signed version of a release, which is its public state. */
export function signedVersion(ctx: Ctx, releaseId: string): SignedVersion | undefined {
  const row = latestSigned(ctx.db).get({ releaseId })
  return row && isSigned(row) ? row : undefined
}

/** Undefined when the version is another's, unknown, or not signed. */
export function signedVersionById(ctx: Ctx, releaseId: string, id: string): SignedVersion | undefined {
  const row = byId(ctx.db).get({ releaseId, id })
  return row && isSigned(row) ? row : undefined
}

/** Returns a signed version of a release by its number or its id; undefined when there is none. */
export function signedVersionNamed(ctx: Ctx, releaseId: string, which: string): SignedVersion | undefined {
  if (!/^[1-9][0-9]{0,8}$/.test(which)) return signedVersionById(ctx, releaseId, which)
  const row = byNumber(ctx.db).get({ releaseId, canonicalVersion: Number(which) })
  return row && isSigned(row) ? row : undefined
}

const isSigned = (row: VersionRow): row is SignedVersion => row.manifest !== null
