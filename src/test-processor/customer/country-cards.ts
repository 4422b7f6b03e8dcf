/** Stripe's test cards of countries (docs.stripe.com/testing#international-cards). */
export const countryCards: Readonly<Record<string, string>> = {
  AE: '4000007840000001',
  AT: '4000000400000008',
  AU: '4000000360000006',
  BE: '4000000560000004',
  BR: '4000000760000002',
  CA: '4000001240000000',
  CH: '4000007560000009',
  DE: '4000002760000016',
  DK: '4000002080000001',
  ES: '4000007240000007',
  FR: '4000002500000003',
  GB: '4000008260000000',
  IE: '4000003720000005',
  IN: '4000003560000008',
  IT: '4000003800000008',
  JP: '4000003920000003',
  MX: '4000004840008001',
  NL: '4000005280000002',
  NO: '4000005780000007',
  NZ: '4000005540000008',
  PL: '4000006160000005',
  SE: '4000007520000008',
  SG: '4000007020000003',
}

// Cards with a behaviour of their own that are issued elsewhere, too.
const others: Readonly<Record<string, string>> = {
  '4000002500003155': 'FR',
  '4000002760003184': 'DE',
  '4000008260003178': 'GB',
}

const countries = new Map(Object.entries(countryCards).map(([country, number]) => [number, country]))

/** Returns an ISO 3166-1 code: the United States for most cards. */
export const countryOfCard = (number: string): string => countries.get(number) ?? others[number] ?? 'US'
