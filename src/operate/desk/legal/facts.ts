import { siteSeller } from '../../../books/tax/site-seller.ts'
import { termsAt } from '../../../books/vat/terms.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { countryName } from '../../../lib/payment/country.ts'

const templates = ['DE', 'AT', 'CH', 'FR', 'ES', 'GB', 'US', 'JP'] as const

/** A country whose law these drafts know. */
export type Templated = (typeof templates)[number]

/** The facts in drafts; places in double brackets stand for those that the owner alone knows. */
export type LegalFacts = {
  ctx: Ctx
  site: string
  origin: string
  name: string
  /** In lines. */
  address: string
  /** In one line. */
  addressLine: string
  contact: string
  /** Null where no country is set, or one without a template. */
  country: Templated | null
  land: string
  sells: boolean
  hasVat: boolean
}

export function factsOf(ctx: Ctx): LegalFacts {
  const { config, site } = ctx
  const seller = siteSeller(ctx)
  const { country } = config.site.seller
  const lines = seller && seller.address.length > 0 ? seller.address : [say('[[your postal address]]')]
  return {
    ctx,
    site: config.site.name,
    origin: site.origin,
    name: seller?.name ?? say('[[your name, or that of your company]]'),
    address: lines.join('\n'),
    addressLine: lines.join(', '),
    contact: config.site.contactEmail ?? say('[[an email address]]'),
    country: templates.find((each) => each === country) ?? null,
    land: country === null ? say('[[your country]]') : countryName(country),
    sells: config.payments !== 'off',
    hasVat: termsAt(ctx, ctx.now())?.isOn ?? false,
  }
}

/** Says that a draft is one, in a place that keeps it from being published unread. */
export function draftNote({ ctx, country, land }: LegalFacts): string {
  if (country !== null)
    return say(
      '[[A draft for {land}, written by no lawyer. Read it, change what is not so, fill in what stands in double brackets, and take this paragraph out.]]',
      { land },
    )
  if (ctx.config.site.seller.country === null)
    return say(
      '[[A draft for no country in particular, as the desk has none, written by no lawyer. Set your country first, or find out what your law asks for, fill in what stands in double brackets, and take this paragraph out.]]',
    )
  return say(
    '[[There is no template for {land} yet: this draft is for no country in particular, and written by no lawyer. Find out what your law asks for, fill in what stands in double brackets, and take this paragraph out.]]',
    { land },
  )
}

export const vatLine = (): string => say('VAT or business ID: [[yours, if you have one]]')
