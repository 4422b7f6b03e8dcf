import { nginxBucket, nginxFolder, nginxHeader } from './nginx.ts'

export type NginxSite = {
  origin: URL
  /** Where the program listens, such as 127.0.0.1:3000. */
  program: string
  /** The token with which nginx identifies itself to the program. */
  token: string
  /** Undefined for nginx on another machine. */
  files: { dir: string; user: string } | undefined
  /** The server of the bucket; undefined where files are on the disk. */
  bucket: { origin: URL; resolver: string } | undefined
  certificates: string
  cache: string
  run: string
  logs: string
  /** One for the public API, one for other programs, and a page. */
  away: { v1: string; api: string; page: string }
}

/** Headers of our answer that go with a file which nginx sends, beyond its own. */
const kept = [
  'content-signal',
  'content-usage',
  'cross-origin-resource-policy',
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'tdm-reservation',
  'x-content-type-options',
  'x-frame-options',
  'x-request-id',
  'x-robots-tag',
]

const variable = (header: string) => `$upstream_http_${header.replaceAll('-', '_')}`
const saved = (header: string) => `$tapedeck_${header.replaceAll('-', '_')}`

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const indented = (text: string, by: number) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by))

export const nginxConfiguration = (
  site: NginxSite,
): string => `# Made by \`tapedeck nginx\`. Put it in place of /etc/nginx/nginx.conf; make it again when a setting changes.
${site.files ? `# Files of the site are for its user alone, so nginx works as that user.\nuser ${site.files.user};\n` : ''}worker_processes auto;
worker_rlimit_nofile 65536;
pid ${site.run}/nginx.pid;
error_log ${site.logs}/error.log warn;

events {
  worker_connections 16384;
}

http {
  access_log off;
  default_type application/octet-stream;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 75s;
  client_body_temp_path ${site.cache}/body;
  proxy_temp_path ${site.cache}/proxy;
  fastcgi_temp_path ${site.cache}/other;
  uwsgi_temp_path ${site.cache}/other;
  scgi_temp_path ${site.cache}/other;

  # Pages for visitors without a session, each for a second; for an hour while the program is away.
  proxy_cache_path ${site.cache}/pages levels=1:2 keys_zone=tapedeck_pages:16m max_size=1g inactive=1h use_temp_path=off;
${site.bucket ? `  # Parts of files of the bucket, which never change.\n  proxy_cache_path ${site.cache}/files levels=1:2 keys_zone=tapedeck_files:64m max_size=50g inactive=30d use_temp_path=off;\n` : ''}
  upstream tapedeck {
    server ${site.program};
    keepalive 64;
  }
  map $http_x_request_id $tapedeck_id {
    '~^[A-Za-z0-9._-]{1,128}$' $http_x_request_id;
    default $request_id;
  }
${indented(servers(site), 2)}}
`

function servers(site: NginxSite): string {
  const { hostname, port, protocol } = site.origin
  if (protocol === 'http:') return `${server(site, `listen ${port || 80};`)}\n`
  const certificate = `${site.certificates}/${hostname}`
  const tls = `listen ${port || 443} ssl http2;
listen [::]:${port || 443} ssl http2;
# sudo certbot certonly --standalone -d ${hostname}   once, before nginx starts
ssl_certificate ${certificate}/fullchain.pem;
ssl_certificate_key ${certificate}/privkey.pem;
ssl_session_cache shared:tapedeck_tls:10m;
ssl_protocols TLSv1.2 TLSv1.3;`
  return `server {
  listen 80;
  listen [::]:80;
  server_name ${hostname};
  # certbot renew --webroot -w /var/www/html
  location /.well-known/acme-challenge/ { root /var/www/html; }
  location / { return 301 ${site.origin.origin}$request_uri; }
}
${server(site, tls)}
`
}

const server = (site: NginxSite, listen: string): string => `server {
${indented(listen, 2)}
  server_name ${site.origin.hostname.replace(/^\[|\]$/g, '')};
  client_max_body_size 0;
  proxy_request_buffering off;
  proxy_http_version 1.1;
  proxy_max_temp_file_size 0;
  proxy_read_timeout 5m;
  proxy_set_header Host $http_host;
  proxy_set_header Connection '';
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Request-Id $tapedeck_id;
  proxy_set_header ${nginxHeader} ${site.token};

  location / {
    proxy_pass http://tapedeck;
    proxy_cache tapedeck_pages;
    # The name that the program is told, whatever other one the request line has.
    proxy_cache_key $scheme$http_host$request_uri;
    proxy_cache_lock on;
    proxy_cache_background_update on;
    proxy_cache_use_stale updating error timeout http_502 http_503 http_504;
    # Only what has X-Accel-Expires is kept, and nothing of people who have a session.
    proxy_ignore_headers Cache-Control Expires;
    proxy_cache_bypass $cookie_svc_session;
    proxy_no_cache $cookie_svc_session;
    error_page 502 504 = @tapedeck_page_away;
  }
  location /api/ {
    proxy_pass http://tapedeck;
    error_page 502 504 = @tapedeck_away;
  }
  location /api/v1/ {
    proxy_pass http://tapedeck;
    error_page 502 504 = @tapedeck_v1_away;
  }
  # For edges, which ask the program itself.
  location /internal/ { return 404; }
${site.files ? fileLocation(site.files.dir) : ''}${site.bucket ? bucketLocation(site.bucket) : ''}
  location @tapedeck_page_away {
    internal;
    default_type 'text/html; charset=utf-8';
    add_header Retry-After 5 always;
    add_header Cache-Control no-store always;
    return 503 ${quoted(site.away.page)};
  }
  location @tapedeck_away {
    internal;
    default_type application/json;
    add_header Retry-After 30 always;
    add_header Cache-Control no-store always;
    add_header X-Request-Id $tapedeck_id always;
    return 503 ${quoted(site.away.api)};
  }
  location @tapedeck_v1_away {
    internal;
    default_type application/json;
    add_header Retry-After 5 always;
    add_header Cache-Control 'private, no-store' always;
    add_header X-Request-Id $tapedeck_id always;
    return 503 ${quoted(site.away.v1)};
  }
}`

const fileLocation = (dir: string) => `
  # Files of this disk, which the program lets out one by one.
  location ${nginxFolder} {
    internal;
    alias ${dir}/;
${kept.map((header) => `    add_header ${header} ${variable(header)};\n`).join('')}  }
`

const bucketLocation = ({ origin, resolver }: NonNullable<NginxSite['bucket']>) => `
  # Files of the bucket, in parts that are kept. What the program says of a file is saved before the bucket is asked.
  location ${nginxBucket}/ {
    internal;
    set $tapedeck_bucket ${origin.host};
${kept.map((header) => `    set ${saved(header)} ${variable(header)};\n`).join('')}    rewrite ^${nginxBucket}(/.*)$ $1 break;
    resolver ${resolver} valid=30s;
    proxy_pass ${origin.protocol}//$tapedeck_bucket$uri$is_args$args;
${origin.protocol === 'https:' ? '    proxy_ssl_server_name on;\n    proxy_ssl_verify on;\n    proxy_ssl_verify_depth 3;\n    proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;\n' : ''}    # Each part is one request to the bucket, with buffers that nginx keeps until the whole answer is sent.
    slice 4m;
    proxy_buffer_size 64k;
    proxy_buffers 4 64k;
    proxy_busy_buffers_size 128k;
    proxy_cache tapedeck_files;
    proxy_cache_key $uri$slice_range;
    proxy_cache_valid 200 206 30d;
    proxy_cache_lock on;
    proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
    # Nothing of the visitor's goes there.
    proxy_pass_request_headers off;
    proxy_set_header Host ${origin.host};
    proxy_set_header Connection '';
    proxy_set_header Range $slice_range;
    proxy_set_header X-Forwarded-For '';
    proxy_set_header X-Request-Id '';
    proxy_set_header ${nginxHeader} '';
    # An answer that is no file may name the bucket, and one that leads elsewhere has the signature in it.
    proxy_intercept_errors on;
    error_page 300 301 302 303 307 308 400 401 403 404 405 409 411 412 416 429 500 501 502 503 504 507 = @tapedeck_file_away;
    proxy_hide_header Content-Type;
${kept.map((header) => `    proxy_hide_header ${header};\n    add_header ${header} ${saved(header)};\n`).join('')}${hidden
  .map((header) => `    proxy_hide_header ${header};\n`)
  .join('')}  }
  location @tapedeck_file_away {
    internal;
    default_type application/json;
    add_header Retry-After 30 always;
    add_header X-Request-Id $tapedeck_id always;
    return 503 '{"error":"Files cannot be reached right now.","code":"UNAVAILABLE","hint":"Try again in a moment."}';
  }
`

/** Headers with which bucket servers identify themselves. */
const hidden = [
  'cache-control',
  'content-disposition',
  'expires',
  'server',
  'x-amz-id-2',
  'x-amz-request-id',
  'x-amz-bucket-region',
  'x-amz-server-side-encryption',
  'x-amz-storage-class',
  'x-amz-version-id',
  'x-amz-replication-status',
  'x-amz-expiration',
  'x-rgw-object-type',
  'x-minio-deployment-id',
  'set-cookie',
]
