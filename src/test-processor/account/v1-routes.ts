import { Type as t } from '@sinclair/typebox'
import { isWithin, listPage } from '../list-page.ts'
import { Created, Expand, Metadata, only, Paging } from '../read-params.ts'
import { route } from '../route.ts'
import { toV1Account } from './answer.ts'
import { changeAccount, deauthorizeAccount, openAccount } from './change.ts'
import { reachableAccount } from './kept.ts'

const About = { email: t.Optional(t.String()), metadata: t.Optional(Metadata), ...Expand }

/** Accounts as v1 knows them. Those made here are ready at once, as accounts with all their details are. */
export const v1AccountRoutes = [
  route(
    'POST',
    '/v1/accounts',
    only({
      type: t.Optional(t.Union([t.Literal('standard'), t.Literal('express'), t.Literal('custom')])),
      country: t.Optional(t.String({ pattern: '^[A-Z]{2}$' })),
      ...About,
    }),
    (desk, { type = 'standard', country = 'US', email, metadata = {} }) =>
      toV1Account(
        openAccount(desk, {
          standing: 'onboarded',
          configurations: ['merchant', 'recipient'],
          dashboard: type === 'standard' ? 'full' : type === 'express' ? 'express' : 'none',
          country: country.toLowerCase(),
          email: email ?? null,
          metadata,
        }),
      ),
  ),
  route('GET', '/v1/accounts/:id', only(Expand), (desk, _, id) => toV1Account(reachableAccount(desk, id))),
  route('POST', '/v1/accounts/:id', only(About), (desk, { email, metadata = {} }, id) =>
    toV1Account(
      changeAccount(desk, reachableAccount(desk, id).id, { metadata, ...(email === undefined ? {} : { email }) }),
    ),
  ),
  route('DELETE', '/v1/accounts/:id', only({}), (desk, _, id) => {
    deauthorizeAccount(desk, id)
    return { id, object: 'account', deleted: true }
  }),
  route('GET', '/v1/accounts', only({ created: Created, ...Paging }), (call, params) => {
    const rows = call.book.account
      .newestFirst()
      .map(toV1Account)
      .filter((row) => isWithin(row.created ?? 0, params.created))
    return listPage(call.path, rows, params)
  }),
]
