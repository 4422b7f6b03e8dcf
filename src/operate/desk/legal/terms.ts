import { say } from '../../../lib/language/say.ts'
import { joinSentences } from '../../../lib/text/gap.ts'
import { draftNote, type LegalFacts, type Templated } from './facts.ts'

const titled = (title: string, ...paragraphs: readonly string[]): string => [`## ${title}`, ...paragraphs].join('\n\n')

export function terms(facts: LegalFacts): string {
  return [
    `# ${say('Terms')}`,
    draftNote(facts),
    facts.sells
      ? say(
          '{site} is run by {name}, {addressLine}, who also sells what is sold here. By using it you agree to these terms.',
          facts,
        )
      : say('{site} is run by {name}, {addressLine}. By using it you agree to these terms.', facts),
    titled(
      say('For everybody'),
      say(
        'Be kind. Upload, write and show only what you may. What breaks the law or hurts others is taken down, and we say why. You can leave at any time, and take what is yours with you.',
      ),
    ),
    ...(facts.sells ? [buying(facts), withdrawal(facts), conformity(facts)] : []),
    artists(facts),
    atTheEnd(facts),
  ].join('\n\n')
}

function priceText({ country, hasVat }: LegalFacts): string {
  if (country === 'US')
    return say(
      'The price that you see before you pay is the whole price. [[Where you charge sales tax, and how it is shown]]',
    )
  if (country === 'JP') return say('The price that you see before you pay is the whole price, with consumption tax.')
  return hasVat
    ? say('The price that you see before you pay is the whole price, with VAT included.')
    : say(
        'The price that you see before you pay is the whole price. [[No VAT is charged because …; or switch VAT on at the desk]]',
      )
}

const buying = (facts: LegalFacts): string =>
  titled(
    say('For buyers'),
    priceText(facts),
    say(
      'Your order is an offer. The contract is made when your payment has gone through; a receipt confirms it, by email where you gave an address. You pay at once, by card or wallet, through Stripe.',
    ),
    say(
      'What you bought can be played and downloaded as soon as the payment is there: a preorder from its hour on, a gift when it is sent. You keep it, and may play it as often as you like for yourself; you may not publish or sell it.',
    ),
  )

/** Countries where the law gives no right to withdraw from what is bought on a page. */
const withoutWithdrawal: ReadonlySet<string | null> = new Set(['CH', 'US', 'JP'])

function withdrawal(facts: LegalFacts): string {
  const { ctx, country } = facts
  const ends =
    ctx.config.giveBack === 'on'
      ? say('The right ends before that once you download the music.')
      : say(
          'Of music that is delivered at once it ends with the delivery, if you asked for that before you paid, knew that your right ends with it, and got our confirmation by email.',
        )
  return titled(
    say('Withdrawing from a purchase'),
    ...(withoutWithdrawal.has(country)
      ? [
          say(
            'Our law gives no general right to withdraw from what is bought on a page. Consumers in the European Union and the United Kingdom have theirs, as follows.',
          ),
        ]
      : []),
    joinSentences(
      say(
        'Consumers in the European Union and the United Kingdom may withdraw from a purchase within fourteen days, without a reason. It is enough to tell us in time: at {origin}/withdraw, by letter, or by an email to {contact}. We give back what you paid, by the way that you paid it, within fourteen days.',
        facts,
      ),
      ends,
      say('From what is not delivered yet, as a preorder or a gift that is sent later, you can withdraw until then.'),
    ),
    say(
      'You may use this form, but need not: To {name}, {addressLine}, {contact}. I withdraw from my contract about (what you bought), ordered on (day). Name, address, day; on paper also your signature.',
      facts,
    ),
  )
}

/** The laws on digital content that does not keep its promise, by their names at home. */
const lawsOfConformity: Readonly<Partial<Record<Templated, string>>> = {
  DE: '§§ 327 ff. BGB',
  AT: 'VGG',
  FR: 'art. L. 224-25-1 et s. C. conso.',
  ES: 'arts. 114 ss. TRLGDCU',
  GB: 'Consumer Rights Act 2015',
}

function conformity({ country }: LegalFacts): string {
  const law = country === null ? undefined : lawsOfConformity[country]
  return titled(
    say('If something is wrong with it'),
    joinSentences(
      say(
        'What you buy must be as its page says. If it is not, we mend it at no cost; if that fails, you may pay less or get your money back.',
      ),
      law === undefined ? '' : say('Your rights by law ({law}) stay whole.', { law }),
    ),
    ...(country === 'FR'
      ? [
          say(
            '[[The box on the legal guarantee of conformity of digital content, word for word as it is annexed to article D. 211-3 of the Code de la consommation]]',
          ),
        ]
      : []),
  )
}

function artists({ ctx, sells }: LegalFacts): string {
  const percent = ctx.config.platformFeePercent
  const share =
    sells && percent > 0
      ? say('Of others’ sales this site keeps {percent} percent and what the payment processor takes.', { percent })
      : ''
  return titled(
    say('For artists'),
    joinSentences(
      say(
        'What you upload stays yours. You allow this site to store it, to play it, and to deliver it to people who bought it; that last permission stays when you take it down, for those who have it.',
      ),
      share,
    ),
  )
}

function atTheEnd(facts: LegalFacts): string {
  return titled(
    say('When something goes wrong'),
    say('We look after this site with care, and cannot promise that it is always there. Write to {contact}.', facts),
    ...(facts.country === 'FR'
      ? [
          say(
            'Consumer mediator (article L. 612-1 of the Code de la consommation): [[name, address and site of yours]]',
          ),
        ]
      : []),
    say('The law of {land} holds; consumers keep the protection of their own.', facts),
  )
}
