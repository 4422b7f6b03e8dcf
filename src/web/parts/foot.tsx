import { type SiteConfig, unnamedSite } from '../../platform/setting/site-config.ts'

/**
 * The properties of the footer; a world may change its colours (rule: casset-look, footerTheme).
 */
export type FootProps = { theme?: 'auto' | 'light' | 'dark' | 'cover'; line?: string }

const ownLine = 'Music here stays with the people who made it.'
const about = 'Tapedeck, a music service that artists run themselves'

/** The footer of every page: the site's text about itself, and its pages that are not music. */
export const Foot = ({ site, theme = 'auto', line = ownLine }: FootProps & { site: SiteConfig }) => {
  const links = [
    ...(site.imprint === null ? [] : [{ href: '/imprint', text: 'Imprint' }]),
    ...(site.privacy === null ? [] : [{ href: '/privacy', text: 'Privacy' }]),
    ...(site.terms === null ? [] : [{ href: '/terms', text: 'Terms' }]),
    ...(site.contactEmail === null ? [] : [{ href: `mailto:${site.contactEmail}`, text: 'Contact' }]),
    { href: '/drops', text: 'Drops' },
    { href: '/guide', text: 'Guide' },
    { href: '/openapi', text: 'API' },
  ]
  return (
    <footer class={theme === 'light' || theme === 'dark' ? 'foot tint' : 'foot'} id="foot" data-dress={theme}>
      <div class="wrap">
        <p>{line}</p>
        <p class="mono">
          {site.name === unnamedSite ? about : `${site.name} runs on Tapedeck`}
          {links.map(({ href, text }) => (
            <>
              {' · '}
              <a href={href}>{text}</a>
            </>
          ))}
        </p>
      </div>
    </footer>
  )
}
