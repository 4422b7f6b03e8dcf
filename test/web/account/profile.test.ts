import { expect } from 'bun:test'
import { artists } from '../../../db/schema/account/account.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { until } from '../../support/casset/upload.ts'
import { startServer } from '../../support/server.ts'
import { said } from '../../support/web/said.ts'
import { cast } from '../../support/world.ts'

useBrowser()

browserTest('the account keeps what is changed, and tells at its field what cannot be kept', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { makesMusic: false, published: false })
  await using open = await openPage(svc, '/account', { as: nova })
  const { page } = open
  await islandReady(page, 'account/profile')
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/update-profile')) sent.push(request.postDataJSON())
  })
  await page.getByLabel('Bio').fill('Recorded on the kitchen table.')
  await page.getByLabel('Location').focus()
  await said(page, 'Saved')
  await page.getByLabel('No AI: made by people').check()
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel('Site').last().fill('Shop')
  await page.getByLabel('Web address', { exact: true }).last().fill('ftp://nova.example')
  await page.getByLabel('Location').focus()
  await page.getByText('A link must be an https address, without a user name.').waitFor()
  await page.locator('.save-state').getByText('Not saved').waitFor()
  // A change that is not saved is not lost without a question, on links of ours and on all others.
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Library' }).click()
  await page.evaluate(() => void setTimeout(() => location.assign('/openapi')))
  await until(
    () => asked.join(),
    (kinds) => kinds === 'confirm,beforeunload',
  )
  expect(page.url()).toBe(`${svc.url}/account`)
  await page.getByLabel('Web address', { exact: true }).last().fill('nova.example/shop')
  await page.getByLabel('Location').focus()
  await said(page, 'Saved')
  // A refused upload is tried again with each change.
  const different = sent.filter((body, index) => !Bun.deepEquals(body, sent[index - 1]))
  expect(different).toEqual([
    { bio: 'Recorded on the kitchen table.' },
    { profileFlag: 'no-ai' },
    { socials: [{ kind: 'Shop', url: 'ftp://nova.example' }] },
    { socials: [{ kind: 'Shop', url: 'https://nova.example/shop' }] },
  ])
  const { bio, profileFlag, socials } = svc.ctx.db.select().from(artists).get() ?? {}
  expect({ bio, profileFlag, socials }).toEqual({
    bio: 'Recorded on the kitchen table.',
    profileFlag: 'no-ai',
    socials: [{ kind: 'Shop', url: 'https://nova.example/shop' }],
  })
})

browserTest('an artist’s account leads to the texts of their page, which only the studio has', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  await using open = await openPage(svc, '/account', { as: nova })
  const { page, problems } = open
  expect([await page.getByLabel('Bio').count(), await page.locator('main input[type=file]').count()]).toEqual([0, 0])
  await page.getByRole('link', { name: 'in the studio' }).click()
  await islandReady(page, 'account/profile')
  await page.getByLabel('Bio').fill('Recorded on the kitchen table.')
  await page.getByLabel('Location').focus()
  await until(
    () => svc.ctx.db.select().from(artists).get()?.bio,
    (bio) => bio === 'Recorded on the kitchen table.',
  )
  expect(problems).toEqual([])
})
