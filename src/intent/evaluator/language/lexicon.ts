import { stem } from 'porter2';

/**
 * The meanings of words for the evaluator: general English and the vocabulary of web APIs, made by hand. Nothing here
 * names a product, a data set or a customer's tool. A missing word costs accuracy only, because equal words count
 * first.
 */

const list = (text: string) => text.trim().split(/\s+/);
const stems = (text: string) => new Set(list(text).map(stem));

/** Words that say nothing about the task. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  list(`a an the this that these those it its he him his she her hers they them their theirs we us our ours you your
    yours i me my mine myself yourself who whom whose which what when where why how is am are was were be been being do
    does did doing done have has had having will would shall should can could may might must need want like please thank
    thanks hi hello hey ok okay yes no not nor and or but if then than so because as until while of at by for with about
    into through during before after to from in out on off over under again further once here there all any both each
    few more most other some such only own same too very just also now s t d ll m re ve don doesn didn isn aren wasn
    let lets make sure able get got give given using use used via per etc ie eg one help know going go kindly first next
    finally second third lastly there's i'm i'd i've i'll them something anything everything someone anyone currently
    already still really much many lot bit up down`).flatMap((word) => [word, stem(word)]),
);

/** Parts of a tool's name that belong to any API. */
export const GENERIC_NAME_PARTS: ReadonlySet<string> = stems(
  `get set do api apis v1 v2 v3 by id ids of for to from in with and the a an data info information detail details item
   items value values object objects function tool service services manager client resource resources all current new
   request response result results list record records entry entries type name row rows`,
);

/** Verbs that read whatever they are given: a `query` may do anything, a `list` lists. */
export const PLAIN_READS: ReadonlySet<string> = stems(
  'get read list find search show view fetch retrieve check lookup browse see display describe count compare ls cat grep head tail wc du diff pwd cd',
);

export type VerbClass = 'READ' | 'SEND' | 'PAY' | 'CREATE' | 'UPDATE' | 'DELETE' | 'GRANT' | 'EXECUTE';

const VERBS: Record<VerbClass, string> = {
  READ: `get read receive list find search show view fetch retrieve look query check lookup browse see display describe count
    compare analyze analyse summarize summarise calculate compute estimate convert translate inspect examine identify
    verify review recommend suggest determine explore locate predict evaluate tell inform what who when where how
    download monitor track sort rank filter select compile extract visit ls cat grep head tail wc du diff pwd cd`,
  SEND: `send email mail message notify forward reply respond write tell post publish share tweet text dm contact inform
    announce ask remind comment alert deliver congratulate dispatch chat call broadcast`,
  PAY: `pay transfer send purchase buy charge bill refund deposit withdraw invest order donate trade sell remit wire
    settle reimburse spend stake swap fund tip rent payment exchange bridge delegate`,
  CREATE: `create add make insert generate book reserve schedule register upload place submit open write save start new
    build compose draft plan prepare setup record log file store copy plot design arrange mkdir touch enroll echo cp mint`,
  UPDATE: `update modify change edit set adjust rename move replace exchange reschedule correct mark fix switch convert
    increase decrease reduce extend renew upgrade downgrade append apply put patch toggle configure assign reset mv`,
  DELETE: `delete remove cancel drop clear erase purge destroy revoke unsubscribe discard trash terminate wipe uninstall
    close kick ban return rm withdraw undo`,
  GRANT: `grant share invite allow permit authorize give unlock assign promote approve enable disable lock open access
    block ban add expose whitelist admit`,
  EXECUTE: `execute run start stop launch deploy trigger restart turn navigate call play control activate deactivate
    invoke exec shutdown reboot perform operate drive ride press install log login logout`,
};

export const VERB_CLASSES: ReadonlyMap<string, readonly VerbClass[]> = (() => {
  const classes = new Map<string, VerbClass[]>();
  for (const [name, words] of Object.entries(VERBS) as [VerbClass, string][]) {
    for (const word of stems(words)) classes.set(word, [...(classes.get(word) ?? []), name]);
  }
  return classes;
})();

/** Nouns that ask for an act without its verb: "a refund", "an appointment". */
export const EVOKING_NOUNS: ReadonlyMap<string, VerbClass> = new Map(
  (
    [
      ['SEND', 'message reply answer notification note announcement reminder letter feedback'],
      ['PAY', 'payment refund transaction purchase donation'],
      ['CREATE', 'booking reservation appointment event meeting reminder alarm account ticket'],
      ['UPDATE', 'change update modification replacement'],
      ['DELETE', 'cancellation removal deletion'],
      ['GRANT', 'invitation permission'],
    ] as const
  ).flatMap(([name, words]) => [...stems(words)].map((word) => [word, name] as const)),
);

/** Words that stand for each other when a task and a tool speak of the same thing. Each line is one meaning. */
const CONCEPTS = `
send email mail message notify forward reply write tell contact dm inbox gmail outlook letter
message chat slack channel dm conversation direct text sms
post publish tweet share upload social blog
pay payment transfer money transaction wire remit bill invoice send venmo paypal fund cash dollar
buy purchase order shop cart checkout
refund reimburse return
account bank balance saving checking iban deposit withdraw finance
spend expense cost budget transaction expenditure
card credit debit payment method
subscription standing recurring scheduled rent monthly
delete remove erase cancel drop clear trash
find search look lookup query browse discover locate
show list display view see read fetch retrieve get
calculate compute find solve evaluate work determine
create add make new generate build design draw
update modify change edit adjust set
exchange swap replace switch modify change
schedule calendar event meeting appointment invite agenda plan
remind reminder alarm alert notification wake
weather forecast temperature rain humidity climate celsius fahrenheit precipitation
file document folder directory pdf report attachment drive dropbox
user person people customer member friend contact profile employee guest colleague
hotel accommodation stay room lodging house hostel
flight plane air airline airport fly ticket reservation passenger trip travel
bag baggage luggage
train bus transit station journey
restaurant food dinner eat lunch meal dish cuisine cook recipe order
car vehicle drive ride taxi cab uber lyft rental engine tire brake fuel
movie film cinema theater show watch actor director
music song track playlist album artist concert listen melody audio
video youtube clip stream watch
book library novel author read
game player team match score league sport soccer football basketball
doctor medical patient health clinic hospital physician dentist therapist
gene genetic dna genome
house home apartment property realtor estate mortgage
stock share market invest trade portfolio price company
crypto bitcoin btc eth ethereum token coin wallet blockchain swap
currency exchange convert rate dollar euro
website web page webpage url link site article internet browse visit navigate
news headline article
code repository repo git github project commit program
password credential secret login pin passcode key authenticate
log history activity record audit past previous
review rating feedback opinion comment
product item good merchandise
shipment ship delivery package parcel deliver track
address location place street city region area
distance route direction travel mile kilometer road path
map place nearby around close
lock unlock door access entry gate
guest visitor access invite
device smart home light thermostat
traffic intersection signal emergency
emergency dispatch police ambulance fire rescue
patient record chart prescription
date day time when calendar schedule
number phone call telephone mobile
photo picture image photograph screenshot
note memo notebook evernote reminder
task todo reminder ticket issue
ticket support incident case complaint
investigate lookup background people
law legal case court lawsuit lawyer attorney
math number equation formula sum
mean average median statistics variance
area surface square triangle circle rectangle geometry
interest loan mortgage rate compound
salon beauty hair stylist spa
therapist counselor psychologist
population people census inhabitant
history historical war battle era century
science physics chemistry biology
plant animal species forest ecosystem wildlife
paint painting art artwork museum sculpture gallery
translate language english spanish french
class course student school university education grade
job work career employee salary hire
election vote president government politic
insurance policy claim coverage
agent human representative support
name person called title
invite add join
channel group room team workspace
search history google query
backup archive copy save
configuration config setting preference option
permission role access privilege
device sensor machine equipment
read open unread inbox
mobile app application alert
dashboard chart report metric analytics
model train predict analysis data
database table row sql query
server deploy deployment cluster instance
campaign marketing advertise customer promotion
academic research paper journal study
financial finance investment portfolio bank fund
`;

/** The meanings of a shell's short names; the words of a line are not synonyms of each other. */
const COMMANDS = `
ls list show directory folder file
cd directory folder go navigate
pwd current directory
mv move rename
cp copy duplicate backup
rm remove delete
mkdir create directory folder
rmdir remove delete directory folder
touch create file
cat read show content
grep search find
tail last end
head first
wc count
du disk size usage
diff compare difference
echo write print
`;

const lines = (text: string) => text.trim().split('\n');

const MEANINGS: readonly string[] = [
  ...lines(CONCEPTS),
  ...lines(COMMANDS).flatMap((line) => {
    const [command, ...words] = list(line);
    return words.map((word) => `${command} ${word}`);
  }),
];

export const CONCEPTS_OF: ReadonlyMap<string, readonly number[]> = (() => {
  const found = new Map<string, number[]>();
  MEANINGS.forEach((line, concept) => {
    for (const word of stems(line)) found.set(word, [...(found.get(word) ?? []), concept]);
  });
  return found;
})();

/** Field names that show the addressee of a value. */
export const RECIPIENT_NAMES: ReadonlySet<string> = stems(
  `to cc bcc recipient recipients receiver email mail payee beneficiary destination iban account wallet address url uri
   link website host domain webhook endpoint phone user username member invitee guest guests attendee participants
   participant channel room collaborator contact assignee owner friend payer`,
);

export const CONTENT_NAMES: ReadonlySet<string> = stems(
  `body message content text subject description note notes comment summary title reason caption html markdown purpose
   explanation memo`,
);

/** Field names that say how to answer, not what to act on. */
export const PAGING_NAMES: ReadonlySet<string> = stems(
  `n limit max min results result count page size per offset cursor top k num number format unit units lang language
   locale sort order by verbose timeout include`,
);

export const SECRET_NAMES: ReadonlySet<string> = stems('password passwd token secret credential pin passcode apikey');

/** The severity of such an act for a reader, 0..1. */
export const SEVERITY: Record<VerbClass, number> = {
  READ: 0.1,
  CREATE: 0.4,
  EXECUTE: 0.5,
  UPDATE: 0.5,
  SEND: 0.6,
  GRANT: 0.8,
  DELETE: 0.8,
  PAY: 0.9,
};

/** Words of harm: no honest tool needs them in its name unless the task speaks of them too. */
export const HARMFUL: ReadonlySet<string> = stems(
  `hijack disrupt exploit malicious spoof steal theft exfiltrate wipe leak bypass backdoor tamper corrupt sabotage
   override unauthorized hidden manipulate manipulation fraud fake forge falsify ransom phish spam malware virus attack
   crash destroy overload inject injection misinform misinformation deceive deception mislead suppress suppression
   degrade obfuscate impersonate espionage spy sniff harvest jam evade erase alteration misdirect misdirection
   distort distortion sabotaging interfere interference diversion divert siphon drain bias extortion blackmail
   suspend discredit defame harass coerce compromise breach infiltrate intercept eavesdrop disinformation`,
);
/** Words that begin a request in a text, in addition to verbs. */
export const REQUEST_OPENERS: ReadonlySet<string> = new Set(
  list('please kindly now then also next instead first immediately urgent important attention ignore disregard forget'),
);
