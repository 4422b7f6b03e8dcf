import { Type as t } from '@sinclair/typebox'
import { strictObject } from './read-params.ts'

export const Address = strictObject({
  city: t.Optional(t.String()),
  country: t.Optional(t.String()),
  line1: t.Optional(t.String()),
  line2: t.Optional(t.String()),
  postal_code: t.Optional(t.String()),
  state: t.Optional(t.String()),
})

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

/** Returns the address as objects store it, with null for absent fields. */
export const toAddress = (given: typeof Address.static = {}) => ({ ...emptyAddress, ...given })
