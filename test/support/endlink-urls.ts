/** Wrong and right endlink URLs. The recipes and the sandbox read them independently, and must agree. @see interface §2.5 */

/** An endlink URL with which no seller lands with a token where the page looks for it. */
export interface WrongEndlinkUrl {
  url: string;
  /** What is wrong with it, in a clause. */
  because: string;
  /** Set where the generator of recipes puts it right by itself. */
  isRepaired?: true;
  /** Set where the interface allows it, and only the buyer's page suffers. */
  isAllowed?: true;
}

const TOKEN = 'q8Zk3vXw9rT2mN5bLc7YdPfHs1Ag0Ue4';

export const WRONG_ENDLINK_URLS: readonly WrongEndlinkUrl[] = [
  { url: 'https://survey.example/?t={endlink_token}', because: 'it has one brace on each side' },
  {
    url: 'https://survey.example/?t={endlink_token}&service_endlink_token={{endlink_token}}',
    because: 'one of two parameters has one brace on each side',
  },
  {
    url: 'https://survey.example/?t={{endlink_token}}&service_endlink_token={{endlink_token}}',
    because: 'two parameters bring the token, of which the page reads and removes one',
    isAllowed: true,
  },
  { url: 'https://survey.example/?t={{token}}', because: 'no variable has this name' },
  { url: 'https://survey.example/?t={{Endlink_Token}}', because: 'letter case counts' },
  { url: 'https://survey.example/?t={{endlink-token}}', because: 'it has a hyphen' },
  {
    url: 'https://survey.example/?service_endlink_token={endlink_token}',
    because: 'the parameter of the service has one brace on each side',
    isRepaired: true,
  },
  { url: 'https://survey.example/?t=endlink_token', because: 'it has no braces' },
  { url: 'https://survey.example/?t=id-{{endlink_token}}', because: 'it is a part of a value' },
  { url: 'https://survey.example/{{endlink_token}}', because: 'the variable is in the path' },
  { url: 'https://survey.example/#t={{endlink_token}}', because: 'the variable is behind "#"' },
  {
    url: 'https://survey.example/#/start?t={{endlink_token}}',
    because: 'the query of a router is behind "#"',
  },
  {
    url: 'https://survey.example/?wave=3?t={{endlink_token}}',
    because: 'a second "?" is a part of the value before it',
  },
  {
    url: 'https://survey.example/?wave=3&amp;t={{endlink_token}}',
    because: '"&amp;" makes the name "amp;t"',
  },
  {
    url: 'https://survey.example/?t={{endlink_token}}&t=1',
    because: 'the parameter stands there twice',
  },
  {
    url: 'https://survey.example/?t=${e://Field/service_endlink_token}',
    because: 'a placeholder of a survey tool belongs into the addresses at the end',
  },
  {
    url: `https://survey.example/?service_endlink_token=${TOKEN}`,
    because: 'a token is filled in',
    isRepaired: true,
  },
  {
    url: 'https://service.example/api/v3/endlinks/complete.html?service_endlink_token={{endlink_token}}',
    because: 'opening it would spend the token',
  },
  { url: 'survey.example/?t={{endlink_token}}', because: 'it has no scheme' },
  { url: 'https://survey.example/start here?t={{endlink_token}}', because: 'it holds a space' },
];

export const RIGHT_ENDLINK_URLS: readonly string[] = [
  'https://survey.example/',
  'https://survey.example/start?wave=3#top',
  'https://survey.example/?source=panel&lang=de',
  'https://survey.example/?t={{endlink_token}}',
  'https://survey.example/?service_endlink_token={{endlink_token}}',
  'https://survey.example/start?wave=3&custom1={{endlink_token}}#top',
  'https://survey.example/?t={{endlink_token}}&rid={{seller_id}}',
  'https://survey.example/?t={{endlink_token}}#/start',
  'https://survey.example/endlinks?token=blue',
  'https://survey.example/endlink_token?t={{endlink_token}}',
  'http://127.0.0.1:5173/survey?t={{endlink_token}}',
  'http://localhost:3000/',
];
