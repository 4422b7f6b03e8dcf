import type { StoredContributor, StoredRightsScope } from '../../../db/schema/release/release.ts'
import { cleanLine } from '../../account/clean-text.ts'
import { namedArtist } from '../../casset/moved-casset.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { compactIsni } from '../../lib/music/identifiers.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { ReleasePatch } from './model.ts'

/** Throws VALIDATION for invisible text and shares above the whole. */
export function readFields(ctx: Ctx, author: Viewer, patch: ReleasePatch) {
  const { title, type, upc, mbid, releaseDate, label, contributors, rightsScopes } = patch
  return {
    ...(title === undefined ? {} : { title: readLine(title, 'title') }),
    ...(type === undefined ? {} : { type }),
    ...(upc === undefined ? {} : { upc }),
    ...(mbid === undefined ? {} : { mbid }),
    ...(releaseDate === undefined ? {} : { releaseDate }),
    ...(label === undefined ? {} : { label: label === null ? null : readLine(label, 'label') }),
    ...(contributors === undefined ? {} : { contributors: readContributors(ctx, author, contributors) }),
    ...(rightsScopes === undefined ? {} : { rightsScopes: readRightsScopes(rightsScopes) }),
  }
}

function readContributors(
  ctx: Ctx,
  author: Viewer,
  all: NonNullable<ReleasePatch['contributors']>,
): StoredContributor[] {
  if (all.reduce((sum, { share }) => sum + (share ?? 0), 0) > wholeShare) {
    throw invalid(
      'contributors',
      say('The shares are more than the whole.'),
      say('Shares are basis points: together 10000.'),
    )
  }
  return all.map(({ name, role, share = null, isni = null, handle = null }, index) => {
    const named = handle === null ? null : namedArtist(ctx, handle, author)
    if (named === undefined) throw invalid(`contributors.${index}.handle`, say('Nobody here has this handle.'))
    return {
      name: readLine(name, `contributors.${index}.name`),
      role: readLine(role, `contributors.${index}.role`),
      share,
      isni: isni === null ? null : compactIsni(isni),
      handle: named?.handle ?? null,
    }
  })
}

const wholeShare = 10_000

const readRightsScopes = (all: NonNullable<ReleasePatch['rightsScopes']>): StoredRightsScope[] =>
  all.map(({ right, territory, holder }, index) => ({
    right: readLine(right, `rightsScopes.${index}.right`),
    territory: readLine(territory, `rightsScopes.${index}.territory`),
    holder: readLine(holder, `rightsScopes.${index}.holder`),
  }))

/** Returns a text on one line. Throws VALIDATION when nothing in it is visible. */
export function readLine(text: string, field: string): string {
  const line = cleanLine(text)
  if (line === '') throw invalid(field, say('Enter a text with at least one visible character.'))
  return line
}
