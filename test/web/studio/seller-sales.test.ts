import { expect } from 'bun:test'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { collect, openShop } from '../../support/shop/checkout.ts'
import { cast } from '../../support/world.ts'

useBrowser()

browserTest('the owner of the instance opens the sales of an artist and refunds one', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const ruth = cast(svc.ctx, 'ruth', { published: false })
  makeOwner(svc.ctx, 'ruth@example.com')
  await collect(svc, ada)
  await using owner = await openPage(svc, '/studio/sellers', { as: ruth, viewport: { width: 390, height: 844 } })
  await islandReady(owner.page, 'studio/sellers/sellers')
  await owner.page.getByRole('link', { name: 'Their sales: Nova' }).click()
  await islandReady(owner.page, 'studio/sales/sales')
  await owner.page.getByRole('button', { name: 'Details of First Light to Ada' }).click()
  await owner.page.getByRole('button', { name: 'Refund First Light to Ada' }).click()
  await owner.page.getByRole('button', { name: 'Refund $7' }).click()
  await owner.page.getByText('This refund leaves a debt: Nova (@nova) owes you $0.50').waitFor()
  await owner.page.getByRole('button', { name: 'Refund $7.00 all the same' }).click()
  await owner.page.getByText('Refunded', { exact: true }).waitFor()
  expect(owner.problems).toEqual(['Failed to load resource: the server responded with a status of 409 (Conflict)'])
})
