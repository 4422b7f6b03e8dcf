const euroCountries = 'at be bg cy de ee es fi fr gr hr ie it lt lu lv mt nl pt si sk'.split(' ')

const others: Readonly<Record<string, string>> = {
  au: 'aud',
  br: 'brl',
  ca: 'cad',
  ch: 'chf',
  cz: 'czk',
  dk: 'dkk',
  gb: 'gbp',
  gi: 'gbp',
  hk: 'hkd',
  hu: 'huf',
  in: 'inr',
  jp: 'jpy',
  li: 'chf',
  mx: 'mxn',
  my: 'myr',
  no: 'nok',
  nz: 'nzd',
  pl: 'pln',
  ro: 'ron',
  se: 'sek',
  sg: 'sgd',
  th: 'thb',
}

/** Returns US dollars for a country that is not listed. */
export function currencyOfCountry(country: string): string {
  const code = country.toLowerCase()
  if (euroCountries.includes(code)) return 'eur'
  return (Object.hasOwn(others, code) ? others[code] : undefined) ?? 'usd'
}
