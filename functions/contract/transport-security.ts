/** How long browsers use only HTTPS after a response. RFC 6797 recommends no value; a year is usual. */
export const httpsOnlySeconds = 365 * 24 * 60 * 60;

/**
 * The header `Strict-Transport-Security` of every response over HTTPS. Without `includeSubDomains`: other hosts below the
 * service's domain are not the service's.
 */
export const strictTransportSecurity = `max-age=${httpsOnlySeconds}`;
