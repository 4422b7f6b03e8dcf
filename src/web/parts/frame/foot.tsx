import { type Language, nameOfLanguage } from '../../../lib/language/languages.ts'
import { currentLanguage, say } from '../../../lib/language/say.ts'
import { type SiteConfig, unnamedSite } from '../../../platform/setting/site-config.ts'

/** A world may change the footer's colours (rule: casset-look, footerTheme). */
export type FootProps = { theme?: 'auto' | 'light' | 'dark' | 'cover'; line?: string }

function contactLink({ contact, contactEmail }: SiteConfig) {
  if (contact !== null) return [{ href: '/contact', text: say('Contact') }]
  return contactEmail === null ? [] : [{ href: `mailto:${contactEmail}`, text: say('Contact') }]
}

export const Foot = ({ site, theme = 'auto', line }: FootProps & { site: SiteConfig }) => {
  const links = [
    ...(site.imprint === null ? [] : [{ href: '/imprint', text: say('Imprint') }]),
    ...(site.privacy === null ? [] : [{ href: '/privacy', text: say('Privacy') }]),
    ...(site.terms === null ? [] : [{ href: '/terms', text: say('Terms') }]),
    ...contactLink(site),
    { href: '/accessibility', text: say('Accessibility') },
    { href: '/withdraw', text: say('Withdraw from contract') },
    { href: '/drops', text: say('Drops') },
    { href: '/guide', text: say('Guide') },
    { href: '/openapi', text: 'API' },
  ]
  return (
    <footer class={theme === 'light' || theme === 'dark' ? 'foot tint' : 'foot'} id="foot" data-dress={theme}>
      <div class="wrap">
        <p>{line ?? say('Music here stays with the people who made it.')}</p>
        <p class="mono">
          {site.name === unnamedSite
            ? say('Tapedeck, a music service that artists run themselves')
            : say('{site} runs on Tapedeck', { site: site.name })}
          {links.map(({ href, text }) => (
            <>
              {'\u00a0· '}
              <a href={href}>{text}</a>
            </>
          ))}
        </p>
        {site.languages.length > 1 && <LanguageChoice languages={site.languages} />}
      </div>
    </footer>
  )
}

const LanguageChoice = ({ languages }: { languages: readonly Language[] }) => (
  <form method="post" action="/language">
    <fieldset class="acts" aria-label={say('Language')}>
      {languages.map((each) => (
        <button
          key={each}
          type="submit"
          name="language"
          value={each}
          lang={each}
          aria-current={each === currentLanguage() ? 'true' : undefined}
        >
          {nameOfLanguage(each)}
        </button>
      ))}
    </fieldset>
  </form>
)
