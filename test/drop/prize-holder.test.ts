import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { addDrop } from '../support/drop/drop-row.ts'
import { openShop } from '../support/shop/checkout.ts'
import { addReadyTrack } from '../support/world.ts'

test('the page of a drop says on whose account its prize lies: of whoever runs the site, maybe the artist', async () => {
  const { svc, nova } = await openShop({ env: { DROP_RULES: 'Be fair.' } })
  await using _ = svc
  const id = addDrop(svc, nova, await addReadyTrack(svc.ctx, nova.cassetId, 'Dusk'))
  const rules = async () => {
    const { text } = await svc.call('GET', `/drops/${id}`, { headers: { accept: 'text/html' } })
    return /<section class="rules"[\s\S]*?<\/section>/.exec(text)?.[0] ?? ''
  }
  makeOwner(svc.ctx, 'draft@example.com')
  expect(await rules()).toContain(
    'the prize lies on the account of Draft, who runs this site, at the payment processor',
  )
  expect(await rules()).toContain('<a href="/drop-rules">')
  makeOwner(svc.ctx, 'nova@example.com')
  expect(await rules()).toContain('Nova runs this site: until it is paid out, the prize lies on their own account')
})
