import type { Assets } from './assets.ts'

/** The web app manifest: what an installed Tapedeck is called and looks like. */
export const webManifest = ({ url }: Assets) => ({
  id: '/',
  name: 'Tapedeck',
  short_name: 'Tapedeck',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f9ede4',
  theme_color: '#b03f00',
  icons: [
    { src: url('icons/icon-192.png'), sizes: '192x192', type: 'image/png' },
    { src: url('icons/icon-512.png'), sizes: '512x512', type: 'image/png' },
    { src: url('icons/icon-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: url('icon.svg'), sizes: 'any', type: 'image/svg+xml' },
  ],
})

/** What robots may read: the public pages, and no machinery. */
export const robots =
  'User-agent: *\nDisallow: /api/\nDisallow: /studio\nDisallow: /account\nDisallow: /checkout/\nDisallow: /library\nDisallow: /redeem\nDisallow: /receipt/\nAllow: /\n'
