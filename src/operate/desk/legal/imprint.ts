import { say } from '../../../lib/language/say.ts'
import { draftNote, type LegalFacts, type Templated, vatLine } from './facts.ts'

const identity = ({ name, address }: LegalFacts): string => `${name}\n${address}`

const reach = ({ contact }: LegalFacts): string[] => [
  say('Email: {contact}', { contact }),
  say('Telephone: [[a number, or another way by which you answer quickly]]'),
]

const runBy = ({ site, origin }: LegalFacts): string => say('{site}, {origin}, is run by', { site, origin })

const register = (): string => say('[[If you are in a register: its name, its court and your number]]')

const byCountry: Readonly<Record<Templated, (facts: LegalFacts) => readonly string[]>> = {
  DE: (facts) => [
    say('Information under section 5 DDG:'),
    identity(facts),
    ...reach(facts),
    register(),
    vatLine(),
    say('Responsible for editorial content (section 18 (2) MStV): {name}, address as above.', facts),
    say(
      'We do not take part in dispute resolution before a consumer arbitration board, and are not bound to. [[Or name the board.]]',
    ),
  ],
  AT: (facts) => [
    say('Information under section 5 ECG, and disclosure under section 25 MedienG:'),
    identity(facts),
    ...reach(facts),
    say('Business: publishing and selling music.'),
    register(),
    vatLine(),
    say('[[If your trade is licensed: chamber, authority, and the law of your trade]]'),
    say('Media owner and publisher: {name}. Direction: music of the artists of this site, and news of them.', facts),
  ],
  CH: (facts) => [
    say('Information under article 3 (1) (s) UWG:'),
    identity(facts),
    ...reach(facts),
    say('Company and VAT number (UID): [[yours, if you have one]]'),
  ],
  FR: (facts) => [
    say('Legal notice under article 1-1 LCEN. Publisher:'),
    identity(facts),
    ...reach(facts),
    say(
      '[[Of a company: legal form, capital, register (RCS) and SIREN; of a sole trader: SIREN, and “EI” behind the name]]',
    ),
    vatLine(),
    say('Director of publication: {name}', facts),
    say('Host: [[name, address and telephone of the company whose machine this site runs on]]'),
  ],
  ES: (facts) => [
    say('Information under article 10 LSSI-CE:'),
    identity(facts),
    ...reach(facts),
    say('NIF: [[your tax number]]'),
    register(),
  ],
  GB: (facts) => [
    say('Information under regulation 6 of the Electronic Commerce (EC Directive) Regulations 2002:'),
    identity(facts),
    ...reach(facts),
    say('[[Of a company: its number, and the part of the United Kingdom where it is registered]]'),
    vatLine(),
  ],
  US: (facts) => [
    runBy(facts),
    identity(facts),
    ...reach(facts),
    say(
      '[[If people in California buy here (Civil Code 1789.3): name, address and telephone of the Complaint Assistance Unit of the Department of Consumer Affairs]]',
    ),
  ],
  JP: (facts) => [japaneseNotice(facts)],
}

const cell = (text: string): string => text.replaceAll('\n', ', ').replaceAll('|', '\\|')

function japaneseNotice(facts: LegalFacts): string {
  const { name, addressLine, contact, sells } = facts
  const rows = [
    [say('Seller'), name],
    [say('Person in charge'), say('[[your name, if the seller is a company]]')],
    [say('Address ## a postal one'), addressLine],
    [say('Telephone'), say('[[a number; or “told without delay when asked for”, if you do tell it]]')],
    [say('Email ## a legal notice'), contact],
    [say('Prices'), say('Shown at each item before you order, with consumption tax.')],
    [say('Other costs'), say('What your connection to the Internet costs.')],
    [say('Ways to pay'), sells ? say('Card or wallet, through Stripe.') : say('Nothing is sold here.')],
    [say('Time of payment'), say('When you press the key to pay. Your bank decides when it takes the money.')],
    [
      say('Delivery'),
      say(
        'At once after the payment, to play and to download; a preorder at its hour, a gift on the day that you choose.',
      ),
    ],
    [say('Returns and cancellation'), japaneseReturns(facts)],
    [
      say('What you need'),
      say('A browser that plays sound: Safari from 16.4, or Firefox, Chrome or Edge of the last two years.'),
    ],
  ]
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line([' ', ' ']), '| --- | --- |', ...rows.map(line)].join('\n')
}

const japaneseReturns = ({ ctx, contact }: LegalFacts): string =>
  ctx.config.giveBack === 'on'
    ? say('Within fourteen days, until you download it. What is faulty is mended, or paid back: {contact}', { contact })
    : say(
        'What is not delivered yet can be cancelled. After delivery, digital music cannot be returned; what is faulty is mended, or paid back: {contact}',
        { contact },
      )

export const imprint = (facts: LegalFacts): string =>
  [
    facts.country === 'JP'
      ? `# ${say('Notice under the Act on Specified Commercial Transactions')}`
      : `# ${say('Imprint')}`,
    draftNote(facts),
    ...(facts.country === null ? neutral(facts) : byCountry[facts.country](facts)),
  ].join('\n\n')

const neutral = (facts: LegalFacts): readonly string[] => [
  runBy(facts),
  identity(facts),
  ...reach(facts),
  say('Responsible for the content: {name}', facts),
  say('[[where your country asks for it: register and number, VAT ID, supervisory authority]]'),
]
