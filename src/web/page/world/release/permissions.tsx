import { Fragment } from 'preact'
import AskArtist from '../../../../../public/islands/release/ask-artist.tsx'
import BuyLicense from '../../../../../public/islands/release/buy-license.tsx'
import { inParts } from '../../../../../public/lib/in-parts.tsx'
import type { Decision } from '../../../../casset/usage/default-policies.ts'
import { say } from '../../../../lib/language/say.ts'
import { island } from '../../../document/island.tsx'
import { permissionTitles, scopeText } from './labels.ts'
import type { ReleaseView } from './view.ts'

const AskForm = island('release/ask-artist', AskArtist)

const LicenseOffers = island('release/buy-license', BuyLicense)

const Contacts = ({ contacts }: { contacts: readonly string[] }) => (
  <>
    {contacts.map((contact, index) => (
      <Fragment key={contact}>
        {index > 0 && ' · '}
        <a href={contact.startsWith('https:') ? contact : `mailto:${contact}`} rel="nofollow noopener">
          {contact}
        </a>
      </Fragment>
    ))}
  </>
)

const Group = ({ decision, view }: { decision: Decision; view: ReleaseView }) => {
  const { policies, offers, canBePaid, release } = view
  const scopes = policies.filter((policy) => policy.decision === decision)
  if (scopes.length === 0) return null
  // The form that sells licenses has those with a price.
  const plain = scopes.filter(({ scope }) => !offers.some((offer) => offer.scope === scope))
  const isSold = plain.length < scopes.length
  return (
    <div class="may" data-decision={decision} id={isSold ? 'license' : undefined}>
      <h3>{permissionTitles()[decision]}</h3>
      {isSold && <LicenseOffers releaseId={release.id} offers={offers} canBePaid={canBePaid} />}
      {plain.length > 0 && (
        <ul>
          {plain.map(({ scope, terms }) => (
            <li key={scope}>
              {isSold ? say('{use}: ask for the price', { use: scopeText(scope) }) : scopeText(scope)}
              {terms !== null && decision !== 'DENY' && (
                <small class="fine-print" dir="auto">
                  {terms}
                </small>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export const Permissions = ({ view }: { view: ReleaseView }) => {
  const { offers, asked, hasMail, artist, release, currency, prices } = view
  return (
    <section aria-labelledby="may">
      <h2 id="may">{say('What you may do with it')}</h2>
      <Group decision="ALLOW" view={view} />
      <Group decision="REQUIRE_LICENSE" view={view} />
      <Group decision="CONTACT_OWNER" view={view} />
      {asked.uses.length > 0 && (
        <AskForm
          releaseId={release.id}
          artist={artist.displayName}
          uses={asked.uses}
          currency={currency}
          prices={prices}
          hasMail={hasMail}
        />
      )}
      {asked.contacts.length > 0 && (
        <p>
          {inParts(
            say('{displayName} can be asked here, too: <contacts></contacts>', { displayName: artist.displayName }),
            { contacts: () => <Contacts contacts={asked.contacts} /> },
          )}
        </p>
      )}
      <Group decision="DENY" view={view} />
      {(offers.length > 0 || asked.uses.length > 0) && (
        <noscript>
          <p class="notice">
            {say('Asking for a license and buying one need JavaScript. Programs do both without it.')}
          </p>
        </noscript>
      )}
      <p class="fine-print">
        {inParts(
          say(
            '{displayName} decides this and may change it. What you have licensed stays as agreed. Programs read the same under <a>permission checks</a>.',
            { displayName: artist.displayName },
          ),
          { a: (text) => <a href="/openapi">{text}</a> },
        )}
      </p>
    </section>
  )
}
