/**
 * What survey tools do with the token, written from their documentation and not from the recipes: a second reading that the recipes are
 * tried against.
 *
 * @module
 */

/** Fills the placeholders of one tool into an address. */
type Fill = (address: string, fields: URLSearchParams) => string;

const encoded = (value: string | null) => encodeURIComponent(value ?? '');

const FILLS: Readonly<Record<string, Fill>> = {
  qualtrics: (address, fields) =>
    address.replace(/\$\{e:\/\/Field\/(\w+)\}/g, (_, name: string) => encoded(fields.get(name))),
  // It appends the custom variables of the survey under their own names.
  surveymonkey: (address, fields) => {
    const separator = address.includes('?') ? '&' : '?';
    return `${address}${separator}service_endlink_token=${encoded(fields.get('service_endlink_token'))}`;
  },
  alchemer: (address, fields) =>
    address.replace(/\[url\("(\w+)"\)\]/g, (_, name: string) => encoded(fields.get(name))),
  limesurvey: (address, fields) =>
    address.replace(/\{PASSTHRU:(\w+)\}/g, (_, name: string) => encoded(fields.get(name))),
  questionpro: (address, fields) =>
    address.replace(/\$\{(custom[1-5])\}/g, (_, name: string) => encoded(fields.get(name))),
  typeform: (address, fields) =>
    address.replace(/\{\{hidden:(\w+)\}\}/g, (_, name: string) => encoded(fields.get(name))),
  // It does not encode.
  formbricks: (address, fields) =>
    address.replace(
      /#recall:(\w+)\/fallback:(\w*)#/g,
      (_, name: string, fallback: string) => fields.get(name) ?? fallback,
    ),
  tally: (address, fields) =>
    address.replace(/=@(\w+)/g, (_, name: string) => `=${encoded(fields.get(name))}`),
  jotform: (address, fields) =>
    address.replace(/\{(\w+)\}/g, (_, name: string) => encoded(fields.get(name))),
  otree: (address, fields) =>
    address.replace(/\{\{ participant\.label \}\}/g, () =>
      encoded(fields.get('participant_label')),
    ),
};

/**
 * Lands on a survey and comes to an end of it.
 *
 * @param tool its id
 * @param landingUrl what the service made of the endlink URL
 * @param endAddress what stands in the tool for this end
 * @returns where the tool redirects to
 */
export function playTool(tool: string, landingUrl: string, endAddress: string): string {
  const fill = FILLS[tool];
  if (!fill) throw new Error(`Nobody plays ${tool}.`);
  return fill(endAddress, new URL(landingUrl).searchParams);
}
