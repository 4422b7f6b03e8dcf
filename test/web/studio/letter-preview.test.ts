import { expect } from 'bun:test'
import { letterCall } from '../../support/audience/letter.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

useBrowser()

browserTest(
  'an artist who comes to a letter from the list of letters sees it as an email beside its text',
  async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    const { json } = await letterCall(svc, nova, 'POST', '', {})
    const { id, revision } = Object(json).letter
    await letterCall(svc, nova, 'PATCH', `/${id}`, { revision, subject: 'A winter record', body: 'It is **out**.' })
    await using open = await openPage(svc, '/studio/letters', { as: nova })
    const { page, problems } = open
    await page.getByRole('link', { name: 'A winter record' }).click()
    await islandReady(page, 'studio/letters/letter')
    await page.frameLocator('iframe').getByRole('article').getByText('It is out.').waitFor()
    // A text that is far too long is refused before the browser lays it out; a little can be cut.
    const text = page.getByLabel('Letter', { exact: true })
    await text.focus()
    await page.keyboard.insertText('x'.repeat(100_000))
    await page.getByText('Use at most 20,000 characters.').waitFor()
    expect(await text.inputValue()).toBe('It is **out**.')
    await page.keyboard.insertText('x'.repeat(20_000))
    expect((await text.inputValue()).length).toBe(20_014)
    expect(problems).toEqual([])
  },
)
