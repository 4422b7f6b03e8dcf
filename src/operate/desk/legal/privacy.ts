import { say } from '../../../lib/language/say.ts'
import { joinSentences } from '../../../lib/text/gap.ts'
import { reasonsOf } from '../../../platform/mail/foot/email-kinds.ts'
import { draftNote, type LegalFacts, type Templated } from './facts.ts'
import type { PartOfPrivacy } from './kept-of-people.ts'
import { browserText } from './stored-words.ts'

const titled = (title: string, ...paragraphs: readonly string[]): string => [`## ${title}`, ...paragraphs].join('\n\n')

const parts: Readonly<Record<PartOfPrivacy, (facts: LegalFacts) => string>> = {
  account: accountText,
  doing: () =>
    titled(
      say('What you do here'),
      say(
        'It keeps what you follow, like, wish for, put into lists, comment, say in rooms, send as clips, share and report, with the time, as that is what you asked for. Comments, clips and profiles are public. What is decided about something of yours is kept with the reason.',
      ),
    ),
  buying: buyingText,
  selling: () =>
    titled(
      say('When you sell'),
      say(
        'It keeps your account at the payment processor, your details for the tax office, your sales, statements, prizes and parts, as long as the law asks for books. The seller, who runs this site, sees them.',
      ),
    ),
  emails: emailsText,
}

/** The draft on privacy, from what this program keeps: a test compares the lists. */
export const privacy = (facts: LegalFacts): string =>
  [
    `# ${say('Privacy')}`,
    draftNote(facts),
    say('Responsible for what is kept here is {name}, {addressLine}, {contact}.', facts),
    titled(
      say('When you only look and listen'),
      say(
        'Pages load nothing from other sites, but for the payment processor’s script where you pay. Plays are counted, not people, and with the country that your browser tells. Your network address is used to answer you and to hold off abuse; the log has it with sign-up, sign-in, attempts to break in, exports, deletion and refunds, and is kept for [[how many]] days.',
      ),
    ),
    titled(say('What your browser keeps'), browserText()),
    ...Object.values(parts).map((write) => write(facts)),
    othersText(facts),
    backupsText(facts),
    groundsText(facts),
    rightsText(facts),
  ].join('\n\n')

function accountText({ ctx }: LegalFacts): string {
  const providers = Object.keys(ctx.config.providers).length > 0
  return titled(
    say('When you have an account'),
    say(
      'It keeps your email address, names, fingerprint of the password, passkeys, language, what you write about yourself, and what you upload. For 90 days you and we can see your sign-ins and changes, with browser and shortened network address. All of it can be read, downloaded and deleted at [your account](/account).',
    ),
    ...(providers
      ? [
          say(
            'Where you sign in with an account elsewhere, that service tells us your name and your confirmed email address.',
          ),
        ]
      : []),
  )
}

function buyingText(facts: LegalFacts): string {
  if (!facts.sells)
    return titled(say('When you pay'), say('Nothing is sold here. What was sold before stays in the books.'))
  const isTest = facts.ctx.config.payments === 'test'
  return titled(
    say('When you pay'),
    isTest
      ? say('Only test payments are taken here: no card is charged.')
      : say(
          'Your card is handled by Stripe, whose script runs at the checkout to hold off fraud: see [Stripe’s privacy policy](https://stripe.com/privacy). Stripe tells us that you paid, with which kind of card, and from which country.',
        ),
    say(
      'What you bought, gave and paid, with your email address, that of the person who gets a gift, and the receipt, is kept for [[{years} years]], as the law asks for books. When you delete your account it stays, without your name. The artist sees what was sold and to which country, and the name of people with an account; your email address only if you agree to their news.',
      { years: yearsOf(facts) },
    ),
  )
}

const yearsByCountry: Readonly<Record<Templated, number>> = { DE: 8, AT: 7, CH: 10, FR: 10, ES: 6, GB: 6, US: 7, JP: 7 }

const yearsOf = ({ ctx, country }: LegalFacts): number | string =>
  ctx.config.guestYears > 0
    ? ctx.config.guestYears
    : country === null
      ? say('how many ## years')
      : yearsByCountry[country]

function emailsText({ ctx, site }: LegalFacts): string {
  const { smtpUrl } = ctx.config
  return titled(
    say('Emails and messages'),
    smtpUrl
      ? say(
          'Emails go out through the mail server of [[whose]]. Texts are deleted once they are sent, addresses after 90 days.',
        )
      : say('This site sends no email.'),
    ...(smtpUrl
      ? [
          reasonsOf(site)
            .map((reason) => `- ${reason}`)
            .join('\n'),
        ]
      : []),
    say(
      'An artist’s letters come only to people who agreed to them or follow the artist, and each has a link to leave the list. Messages that you switch on in your browser go, encrypted, through the service of its maker: Google, Mozilla, Microsoft or Apple.',
    ),
  )
}

function othersText({ ctx, sells }: LegalFacts): string {
  const { payments, smtpUrl, providers, bucket, backup, pushOrigins } = ctx.config
  const others = [
    say('the provider of the server: [[name and country]]'),
    ...(sells && payments === 'stripe' ? [say('payments: Stripe, Ireland and United States')] : []),
    ...(smtpUrl ? [say('email: [[name and country of the provider]]')] : []),
    say('messages in the browser, if you switch them on: Google, Mozilla, Microsoft, Apple'),
    ...(pushOrigins.length > 0 ? [say('further services of such messages: [[names and countries]]')] : []),
    ...(Object.keys(providers).length > 0
      ? [say('signing in elsewhere, if you do: Google, Apple, Discord or [[which]]')]
      : []),
    ...(bucket ? [say('music and pictures: [[name and country of the bucket’s provider]]')] : []),
    ...(backup.to ? [say('backups: [[name and country of the place]]')] : []),
  ]
  return titled(
    say('Who else gets data'),
    [...others.map((each) => `- ${each}`)].join('\n'),
    say('[[Where data leaves your country: on what ground, such as an adequacy decision or standard clauses]]'),
  )
}

function backupsText({ ctx: { config } }: LegalFacts): string {
  const { backup } = config
  if (!backup.to) return titled(say('Backups'), say('No automatic copy is made.'))
  const rest = say('What you delete leaves the copies with the oldest of them.')
  const made = backup.passphrase
    ? say('A copy of everything is made each night, encrypted, and kept for at most a year.')
    : say('A copy of everything is made each night and kept for at most a year.')
  return titled(say('Backups'), joinSentences(made, rest))
}

const hasGdpr: ReadonlySet<string | null> = new Set(['DE', 'AT', 'FR', 'ES', 'GB'])

const groundsText = ({ country }: LegalFacts): string =>
  titled(
    say('On what ground'),
    hasGdpr.has(country)
      ? say(
          'Account, purchases and what you do here: to fulfil the contract with you (article 6 (1) (b) GDPR). Books: a duty by law (c). Log, protection against abuse and fraud, figures: our interest in a site that works (f). Letters and messages: your consent (a), which you can take back at any time.',
        )
      : say(
          'We keep what is needed to do what you asked for, what the law tells us to keep, and what protects the site from abuse.',
        ),
  )

const authorities: Readonly<Record<Templated, () => string>> = {
  DE: () => say('the data protection authority of your state: [[which]]'),
  AT: () => 'Österreichische Datenschutzbehörde, dsb.gv.at',
  CH: () => 'EDÖB, edoeb.admin.ch',
  FR: () => 'CNIL, cnil.fr',
  ES: () => 'AEPD, aepd.es',
  GB: () => 'ICO, ico.org.uk',
  US: () => say('the attorney general of your state'),
  JP: () => say('the Personal Information Protection Commission, ppc.go.jp'),
}

const rightsText = (facts: LegalFacts): string =>
  titled(
    say('Your rights'),
    say(
      'You may ask what is kept of you, have it corrected, given to you or deleted, and object to its use. People without an account ask by email: {contact}. You may complain to {authority}.',
      {
        ...facts,
        authority: facts.country === null ? say('[[the authority of your country]]') : authorities[facts.country](),
      },
    ),
  )
