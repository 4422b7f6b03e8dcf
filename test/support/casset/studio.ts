import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { tracks } from '../../../db/schema/casset/track.ts'
import { islandReady, type OpenPage, openPage } from '../browser.ts'
import type { TestServer } from '../server.ts'
import { inTree } from '../tree.ts'
import { cast, type Person } from '../world.ts'
import { addPlayableTrack } from './playable.ts'

/** Where a file of test/fixtures lies, for a file field. */
export const fixturePath = (name: string) => inTree('test/fixtures', name)

/**
 * The studio, open and alive before its artist; at another origin than the server's own if told so.
 */
export async function openStudio(svc: TestServer, as: Person, url = svc.url): Promise<OpenPage> {
  const open = await openPage({ url }, '/studio', { as })
  await islandReady(open.page, 'studio/studio')
  return open
}

export const putIn = (page: Page, ...names: string[]) =>
  page.locator('.zone input[type=file]').setInputFiles(names.map(fixturePath))

export const titles = (page: Page) =>
  page
    .locator('.editor-track .title input')
    .evaluateAll((all) => all.map((each) => (each instanceof HTMLInputElement ? each.value : '')))

/** Opens the details of a track, and what is folded away in them. */
export async function openTrack(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Details of ${title}` }).click()
  await unfold(page, 'More about this track')
}

export const unfold = (page: Page, summary: string) => page.locator('summary', { hasText: summary }).click()

/** A person's tracks as they are stored, in their order. */
export const kept = (svc: TestServer, { cassetId }: Person) =>
  svc.ctx.db.select().from(tracks).where(eq(tracks.cassetId, cassetId)).orderBy(tracks.position).all()

/** The artist nova, with tracks that can be heard. */
export async function tape(svc: TestServer, names: readonly string[]): Promise<Person> {
  const nova = cast(svc.ctx, 'nova', { published: false })
  for (const [index, name] of names.entries()) {
    await addPlayableTrack(svc.ctx, nova.cassetId, name, { position: index + 1 })
  }
  return nova
}

/**
 * Publishes the casset of an open studio by its list of what others will see, at a price or,
 * without one, free; then closes the list.
 */
export async function publishCasset(page: Page, price?: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (price === undefined) await dialog.getByLabel('Free for everybody').check()
  else await dialog.getByLabel('Price in USD').fill(price)
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await dialog.getByRole('heading', { name: /^It’s out!$|^It is published$/ }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
}
