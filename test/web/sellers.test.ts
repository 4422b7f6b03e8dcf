import { expect } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../support/browser.ts'
import { collect, openShop } from '../support/shop/checkout.ts'
import { openPreorder, rowOf } from '../support/shop/preorder.ts'
import { said } from '../support/web/said.ts'
import { cast } from '../support/world.ts'

useBrowser()

const phone = { width: 390, height: 844 }

browserTest('an artist asks to sell, and the owner allows it and takes it back', async () => {
  const limits = { NEW_SELLER_MAX_PRICE: '20', NEW_SELLER_DAILY_SUM: '100' }
  const { svc, nova } = await openShop({ env: { SELLERS: 'approved', ...limits } })
  await using _ = svc
  const ruth = cast(svc.ctx, 'ruth', { published: false })
  makeOwner(svc.ctx, 'ruth@example.com')
  await using artist = await openPage(svc, '/studio/payouts', { as: nova, viewport: phone })
  await islandReady(artist.page, 'studio/payouts/ask-to-sell')
  expect(await breaches(artist.page)).toEqual([])
  await artist.page.getByRole('button', { name: 'Ask to sell' }).click()
  await artist.page.getByRole('heading', { name: 'You have asked to sell' }).waitFor()
  await using owner = await openPage(svc, '/studio/sellers', { as: ruth, viewport: phone })
  await islandReady(owner.page, 'studio/sellers/sellers')
  expect(await breaches(owner.page)).toEqual([])
  const may = owner.page.getByLabel('Nova (@nova) may sell')
  await may.check()
  await owner.page.getByText('New: at most $20 at once and $100 in 24 hours').waitFor()
  // The row changes at once; this is said after the answer.
  await said(owner.page, 'Nova may sell.')
  await artist.page.reload()
  await artist.page.getByRole('button', { name: 'Set up payouts' }).waitFor()
  await artist.page.getByText('While you are a new seller, you can be paid at most $20 at once').waitFor()
  await may.uncheck()
  await owner.page.getByText('was stopped on').waitFor()
  await artist.page.reload()
  await artist.page.getByText('the owner of this site stopped your selling').waitFor()
  expect([artist.problems, owner.problems]).toEqual([[], []])
})

browserTest('the owner sees what ending a seller gives back before it is done', async () => {
  await using shop = await openPreorder()
  const { svc, nova, ada } = shop
  const ruth = cast(svc.ctx, 'ruth', { published: false })
  makeOwner(svc.ctx, 'ruth@example.com')
  await collect(svc, ada)
  await using owner = await openPage(svc, '/studio/sellers', { as: ruth, viewport: phone })
  await islandReady(owner.page, 'studio/sellers/sellers')
  const may = owner.page.getByLabel('Nova (@nova) may sell')
  await may.click()
  const dialog = owner.page.getByRole('dialog', { name: 'End their selling?' })
  await dialog.getByText('gives $7.00 back').waitFor()
  expect([await may.isChecked(), await breaches(owner.page)]).toEqual([true, []])
  expect(rowOf(svc, nova.cassetId)?.published).toBe(true)
  await dialog.getByRole('button', { name: 'Give the money back' }).click()
  await owner.page.getByText('was stopped on').waitFor()
  // The browser itself logs the refusal.
  expect(owner.problems.filter((text) => !text.includes('409'))).toEqual([])
})
