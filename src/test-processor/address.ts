import { Type as t } from '@sinclair/typebox'
import { only } from './read-params.ts'

/** An address as parameters bring it. */
export const Address = only({
  city: t.Optional(t.String()),
  country: t.Optional(t.String()),
  line1: t.Optional(t.String()),
  line2: t.Optional(t.String()),
  postal_code: t.Optional(t.String()),
  state: t.Optional(t.String()),
})

const nowhere = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

/** The same as things hold it: what was not given is null. */
export const toAddress = (given: typeof Address.static = {}) => ({ ...nowhere, ...given })
