/** What happens in everyday mails: something is late, cancelled, moved, paid, broken. */
import { type Concept, concepts } from './concepts.ts';

const IS = '(?:is|are|was|were|be|been|being|gets|got)';
const WIRD = '(?:ist|sind|wird|werden|wurden?|worden|war|waren)';

/** How somebody says that they cancel. */
const CANCELS =
	"(?:have|has|had|must|need|needs) to (?:\\p{L}+ly )?(?:cancel|call off)|(?:i|we)(?:[’']d| would) like to (?:\\p{L}+ )?(?:cancel|terminate)|(?:i|we) (?:want|wish|intend|hereby) (?:to )?(?:cancel|terminate)|(?:i|we) (?:hereby |must |have to |am |are )?(?:cancel(?:l?ing)?|terminat(?:e|ing))|please (?:\\p{L}+ )?cancel(?! nothing)|(?:give|giving|gave|hand in|handed in|notice of) (?:\\p{L}+ )?(?:notice|termination|resignation)|(?:will|want to|going to|shall) (?:be )?(?:mov(?:e|ing) out)|kündige|kündigen (?:wir|ich)|(?:möchte|will|muss|müssen|möchten)[^.]{0,60}(?:kündigen|stornieren|absagen)|sage? (?:\\S+ ){0,6}ab";
const NEAR_CANCELLED =
	"cancel\\p{L}*|notice|mov(?:e|ing) out|resign\\p{L}*|quit|call(?:ed|ing)? (?:it )?off|terminat\\p{L}*|not (?:take|taking) place|end (?:my|our|the) (?:membership|contract|subscription|tenancy|lease)|leav(?:e|ing) (?:the|your) (?:club|gym)|(?:not|no longer) (?:want|need|continue|renew|come|attend|make it)|(?:can|could)(?:not|n['’]t| not) (?:come|attend|make it)|kündig\\p{L}*|gekündigt|stornier\\p{L}*|storno|absag\\p{L}*|abgesagt|nicht statt|ausf[aä]ll\\p{L}*|fällt|beende\\p{L}*|widerruf\\p{L}*";
const NO_CANCELLATION =
	'short notice|(?:please|take) notice|notice board|cancell?ation (?:policy|fee|terms|period)|kündigungsfrist|free cancellation';

export const EVENTS: Concept[] = concepts([
	[
		'late',
		'late|later|delay(?:s|ed)?|behind schedule|postponed|verspät\\p{L}*|verzöger\\p{L}*|später',
		`running late|(?:is|are|was|were|be|been|has|have|gets|got) (?:\\S+ ){0,3}delayed|delayed (?:by|due|because|until|again)|^delayed|delay of (?:\\d|about|at least|several|a few)|later than (?:planned|expected|promised|announced)|behind schedule|(?:will|cannot|can not|can['’]t|won['’]t) (?:not )?(?:arrive|be delivered|deliver|reach you|make it)[^.]{0,30}(?:until|before|later|in time|as planned|today)|(?:arriv|deliver|com|ship)\\p{L}* (?:\\S+ ){0,3}(?:late|later)|has not (?:yet )?(?:arrived|been delivered|turned up|come)|hasn['’]t (?:arrived|been delivered|turned up|come)|(?:still )?(?:not|n['’]t) (?:yet )?(?:arrived|received|here|delivered)|still waiting for|verspätet sich|verzögert sich|verzögert|verspätet|(?:können|kann|konnten)[^.]{0,80}nicht (?:wie|rechtzeitig|pünktlich|am)[^.]{0,60}(?:liefern|zustellen|kommen|schicken)|später als (?:geplant|erwartet|angekündigt)|verspätung von|(?:immer )?noch nicht (?:da|angekommen|geliefert|eingetroffen|erhalten)`,
		"late|later|delay\\p{L}*|wait\\p{L}*|overdue|postpon\\p{L}*|slow\\p{L}*|held up|stuck|backlog|not (?:yet )?(?:arrived|here|delivered)|n['’]t (?:arrived|come)|new (?:estimated |expected )?delivery|verzöger\\p{L}*|verspät\\p{L}*|später|warte\\p{L}*|nicht (?:da|angekommen|geliefert|eingetroffen)",
		{
			isOfThing: true,
			beside:
				'(?:see|talk to|speak to) you later|later (?:today|this week)|sooner or later|late (?:fee|charge)s?|at the latest|no later than|sorry for (?:the|my) (?:late|delayed) (?:reply|answer|response)|(?:sorry|apologies) for (?:the|my) delay in (?:reply|answer|gett|respond)\\p{L}*|bis später|too late to|spätestens',
		},
	],
	[
		'delivered',
		'delivered|has arrived|arrived|zugestellt|geliefert|angekommen',
		`${IS} (?:\\p{L}+ly )?delivered (?:today|yesterday|at|on|to you|to your|this)|(?:was|were|has been|have been) (?:successfully )?delivered|^delivered|left (?:it |your parcel )?(?:with|at|in|by|behind) (?:your|the|a)|handed (?:over )?to (?:you|your neighbour|a neighbour|reception)|(?:has |have |is |safely )?arrived (?:today|yesterday|safely|this|on|at|in)|(?:parcel|package|order|table|item|delivery) (?:has )?arrived|wurde (?:\\S+ ){0,5}(?:zugestellt|geliefert|abgegeben|übergeben)|ist (?:\\S+ ){0,4}angekommen`,
		'delivered|delivery|arrived|arrives|left with|received|handed|zugestell\\p{L}*|zustell\\p{L}*|geliefert|lieferung|angekommen|abgegeben|erhalten',
		{
			isOfThing: true,
			beside:
				'delivery (?:address|date|fee|note|time|status|system|options?)|(?:out for|estimated|expected|free|planned) delivery|mail delivery|could not be delivered|will (?:be delivered|arrive)\\p{L}*|not (?:yet )?(?:been )?delivered|lieferadresse|liefertermin',
		},
	],
	[
		'shipped',
		'shipped|dispatched|sent out|on (?:its|the) way|ships|versandt|verschickt|versendet|unterwegs',
		`(?:has|have|has been|have been|was|were|is|just) (?:now )?(?:shipped|dispatched|sent out|posted)|(?:we|i) (?:have )?(?:just )?(?:shipped|dispatched|posted)|on (?:its|the) way|left our warehouse|(?:handed|passed|given|gave)[^.]{0,40}to (?:the|our) (?:carrier|courier|post|parcel service)|out for delivery|has shipped|wurde (?:\\S+ ){0,4}(?:versandt|verschickt|versendet)|(?:ist|macht sich) (?:\\S+ ){0,3}(?:unterwegs|auf den weg)|an (?:den versand|dhl|dpd|hermes|gls|ups) übergeben`,
		'ship(?:s|ped|ment|ments)?|dispatch\\p{L}*|on (?:its|the) way|carrier|courier|tracking|versand\\p{L}*|verschickt|versendet|unterwegs|sendungs\\p{L}*',
		{
			isOfThing: true,
			beside:
				'shipping(?: (?:costs?|address|fee|and handling))?|free shipping|versandkosten|(?:will|can) (?:be )?(?:ship|dispatch|send)\\p{L}*|(?:driver|plumber|technician|help|engineer)[^.]{0,20}on (?:his|her|the) way',
		},
	],
	[
		'cancellation',
		'cancellation|cancels?|cancel|terminates?|kündigung|kündigt|storniert|absagt',
		CANCELS,
		NEAR_CANCELLED,
		{
			isOfThing: true,
			beside: `${NO_CANCELLATION}|cancel\\p{L}* your|ihre \\p{L}+ (?:\\S+ ){0,3}stornier\\p{L}*`,
		},
	],
	[
		'leaving',
		'gives? notice|hands? in (?:\\p{L}+ )?notice|mov(?:es|ing) out|resigns?|quits?',
		'(?:give|giving|gave|hand in|handed in|notice of) (?:\\p{L}+ )?(?:notice|termination|resignation)|(?:am|are|will|want to|going to|shall) (?:be )?mov(?:e|ing) out|(?:i|we) (?:hereby |have to |will |want to )?resign|(?:cancel|terminate) (?:my|our|the) (?:tenancy|lease|flat|rental|employment)|(?:kündige|kündigen)[^.]{0,60}(?:wohnung|mietvertrag|mietverhältnis|stelle|arbeitsvertrag)',
		NEAR_CANCELLED,
	],
	[
		'cancelled',
		'cancell?ed|cancell?ations|called off|not taking place|does not take place|terminat\\p{L}*|kündigungen|gekündigt|storniert|stornierungen?|absagen?|abgesagt|ausf(?:ällt|allen)',
		`^cancell?ed|(?:${IS}|has been|have been|must be|will be|had to be|be) (?:\\p{L}+ly )?(?:cancell?ed|called off)|${CANCELS}|(?:will|does|do|can|is|are) not (?:take|taking) place|won['’]t take place|${WIRD} (?:\\S+ ){0,6}(?:abgesagt|storniert|gekündigt)|(?:findet|finden) (?:\\S+ ){0,6}nicht statt|fällt (?:\\S+ ){0,6}aus`,
		NEAR_CANCELLED,
		{ isOfThing: true, beside: NO_CANCELLATION },
	],
	[
		'moved',
		'moved|moves?|resched\\p{L}*|postpone[sd]?|put off|pushed|changed|changes?|new (?:date|time)|verschoben|verschieben|verlegt|verlegen|geändert|ändert',
		`resched\\p{L}*|postpon\\p{L}*|(?:time|date|day|schedule|departure|flight|appointment)[^.]{0,80}ha(?:s|ve) (?:been )?changed|(?:push|move|shift|bring)(?:ed|d|s|ing)? (?:\\S+ ){1,6}?(?:to|back|forward|until|by)|(?:${IS}|has been|have been) (?:\\S+ ){0,2}(?:moved|pushed|put off|postponed|changed|brought forward)(?= to| from| by| until| back|[.,]|$)|(?:new|different|another) (?:date|time|day|slot) (?:is|will|would|for)|(?:find|suggest|agree on) (?:a new|another|a different) (?:date|time|day|slot)|verschoben|verschieben|verlegt|verlegen|neue[rn]? termin|(?:could|can) we (?:\\S+ ){0,3}(?:instead|another (?:day|time))`,
		'mov(?:e|ed|ing)|resched\\p{L}*|postpon\\p{L}*|push\\p{L}*|shift\\p{L}*|instead|put off|brought forward|bring forward|chang(?:e|ed|es|ing)|another (?:day|time|date|slot)|different (?:day|time|date)|new (?:date|time|slot)|verschieb\\p{L}*|verschoben|verleg\\p{L}*|statt|neue[rn]? termin|änder\\p{L}*|geändert|ander\\p{L}* (?:tag|termin|zeit)',
		{
			isOfThing: true,
			isAsked: true,
			beside:
				"move pallets|(?:i am|we are|i['’]m|we['’]re|i have|we have) (?:mov(?:ing|ed))|statt(?:finde[nt]|gefunden)|findet[^.]{0,60}statt|changing room|(?:will|shall) find a new date",
		},
	],
	[
		'confirmed',
		'confirm\\p{L}*|bestätig\\p{L}*',
		`(?:${IS}|has been|have been) (?:hereby |now )?confirmed|(?:i|we) (?:hereby |can |am happy to |are happy to |are pleased to |would like to |gladly )?confirm|^(?:\\S+ ){0,3}confirm(?:ed|ation)|this (?:mail )?(?:is to )?confirms?|bestätigen (?:wir|ich|ihnen)|bestätigt|(?:auftrags|bestell|buchungs|termin)bestätigung`,
		'confirm\\p{L}*|bestätig\\p{L}*|approved|booked|works for (?:us|me)|see you',
		{
			isOfThing: true,
			beside:
				'(?:please|kindly|could you|can you|must|will|(?<!(?:happy|pleased|glad|like) )to) (?:\\p{L}+ )?confirm\\p{L}*|(?:bitte|könnten sie)[^.]{0,40}bestätigen|bestätigung (?:mit|des)|schriftliche bestätigung',
		},
	],
	[
		'closed',
		'closed|closes|closing|shut|geschlossen|schließt|zu ist|zu hat|ausf(?:ällt|allen)|no school',
		`(?:${IS}|remains?|stays?|have|has) (?:\\p{L}+ )?(?:closed|shut)|will (?:\\p{L}+ )?(?:close|stay closed|shut)|^(?:\\S+ ){0,4}closed|closed (?:on|from|for|tomorrow|today|until|due)|(?:bleib\\p{L}*|${WIRD}|haben|hat) (?:\\S+ ){0,8}(?:geschlossen|zu)(?= |[.,]|$)|geschlossen (?:bleib\\p{L}*|ist|sind)|(?:schule|unterricht|kurs|training) fällt (?:\\S+ ){0,5}aus|no (?:school|lessons|classes) (?:on|tomorrow|today)`,
		'clos(?:e|es|ed|ing|ure)|shut|not open|geschlossen|schließ\\p{L}*|zu(?=[.,]|$)|ausf[aä]ll\\p{L}*|fällt',
		{
			isOfThing: true,
			beside:
				'(?:account|ticket|case|issue|door|window|tap)s? (?:is|are|was|were|will be|has been|permanently)[^.]{0,20}closed|permanently closed|hähne geschlossen|closed (?:doors?|ticket)|close to|yours closely|closing (?:date|balance|remarks)',
		},
	],
	[
		'off',
		'(?:turned|switched|shut|cut|goes|went) off|off|outage|(?<=power )cuts?|does not work|not work(?:ing)?|stopped working|broken|broke|out of order|fails|failed|cold|abgestellt|abgeschaltet|ausf[aä]ll\\p{L}*|ausgefallen|ausfällt|defekt|kaputt|funktioniert|kalt',
		`(?:turned|switched|shut|cut) off|(?:no|without) (?:hot )?(?:water|heating|power|electricity|internet|light)|outage|power cut|(?:(?:is|are|has|have|does|do|did|was|were)(?:n['’]t| not)|no longer|never) (?:been )?(?:work(?:ing|s|ed)?|turn(?:s|ed)? on|come(?:s)? on|start(?:s|ed)?|heat(?:s|ing)? up)|stopped working|out of order|broken down|broke down|is broken|has failed|(?:is|stays|has been|stone|ice|freezing) cold|(?:${WIRD}) (?:\\S+ ){0,10}(?:abgestellt|abgeschaltet|unterbrochen|ausgefallen)|abgestellt|ausgefallen|fällt (?:\\S+ ){0,4}aus|(?:ist|bleibt|sind) (?:\\S+ ){0,8}(?:kalt|defekt|kaputt)|(?:kalt|defekt|kaputt)$|funktioniert (?:\\S+ ){0,5}nicht|geht (?:\\S+ ){0,3}nicht|kein (?:warmes )?(?:wasser|strom|internet)`,
		"off|outage|power cut|interrupt\\p{L}*|not work\\p{L}*|n['’]t work\\p{L}*|no (?:water|heating|power|electricity|internet)|broke\\p{L}*|cold|fail\\p{L}*|defect\\p{L}*|repair\\p{L}*|abgestell\\p{L}*|abgeschalt\\p{L}*|ausf[aä]ll\\p{L}*|ausgefallen|kalt\\p{L}*|defekt\\p{L}*|kaputt\\p{L}*|funktionier\\p{L}*|störung",
		{
			isOfThing: true,
			of: '(?:water|power|electricity|heating|boiler|radiators?|internet|wi-?fi|lift|elevator|light|lights|wasser|strom|heizung|aufzug|licht)',
			beside:
				'\\d+ ?% off|day off|time off|off(?:er)?s? ends?|kaltmiete|kalt(?:er|e|es)? buffet|cold (?:drinks?|buffet|water)|pay(?:ing)? off|sign(?:ed)? off|take off|drop(?:ped)? off',
		},
	],
	[
		'damaged',
		'damaged?|broken|defective|faulty|scratched|cracked|kaputt|beschädig\\p{L}*|defekt\\p{L}*|schaden|schäden',
		`(?:is|are|was|were|arrived|came|been|got|with|badly|completely)(?: \\S+){0,4} (?:damaged|broken|smashed|cracked|scratched|dented|torn|faulty|defective|in pieces)|(?:a|an|deep|big|large|several|some) (?:\\p{L}+ )?(?:scratch|crack|dent|tear|hole|chip)(?:es|s)?|(?:leaks|broke|cracked|snapped|fell apart)|(?:ist|sind|war|waren|kam|kamen) (?:\\S+ ){0,6}(?:kaputt|beschädigt|defekt|zerbrochen|zerkratzt)|(?:einen|ein|eine) (?:\\p{L}+ )?(?:kratzer|riss|delle|sprung)|beschädigt`,
		'damag\\p{L}*|broke\\p{L}*|smash\\p{L}*|crack\\p{L}*|scratch\\p{L}*|dent(?:s|ed)?|torn|fault\\p{L}*|defect\\p{L}*|leak\\p{L}*|burst|kaputt\\p{L}*|beschädig\\p{L}*|defekt\\p{L}*|zerbroch\\p{L}*|kratzer|riss|schaden|schäden',
		{ isOfThing: true },
	],
	[
		'overdue',
		'overdue|past due|not (?:yet )?(?:been )?(?:paid|settled)|payment reminders?|dunning|unpaid|outstanding|owe|still to pay|mahnung(?:en)?|zahlungserinnerung(?:en)?|überfällig|unbezahlt|offen|reminders?',
		`overdue|past due|(?:not|n['’]t) (?:yet )?(?:been )?(?:paid|settled|received your payment|received payment)|(?:has|have) (?:still )?not (?:yet )?been paid|(?:still|remains?) (?:unpaid|outstanding|open)|(?:first|second|third|final|last|friendly|payment) reminder:?[^.]{0,30}(?:invoice|payment|bill|account)|payment reminder|outstanding (?:amount|balance|invoice|payment)|überfällig|mahnung|zahlungserinnerung|(?:noch )?(?:keinen?|nicht)[^.]{0,40}(?:zahlungseingang|bezahlt|beglichen|eingegangen)|offene[nr]? (?:betrag|rechnung|posten)|zahlungsverzug`,
		'overdue|past due|was due|(?:second|final|last) notice|unpaid|outstanding|owe[sd]?|remind\\p{L}*|not (?:yet )?(?:been )?paid|late fee|arrears|debt collect\\p{L}*|überfällig\\p{L}*|mahn\\p{L}*|zahlungserinner\\p{L}*|unbezahlt\\p{L}*|offen\\p{L}*|zahlungsverzug|zahlungseingang|inkasso',
		{
			isOfThing: true,
			beside:
				'outstanding (?:service|work|quality|team|results?)|reminder (?:of|for) your (?:appointment|visit|booking)|reminder[^.]{0,40}(?:appointment|meeting|class|course|visit)|öffnung\\p{L}*|offenheit',
		},
	],
	[
		'paid',
		'paid|(?:payment|money|transfer) (?:was |has been |is )?(?:received|arrived|made|comes in|came in)|payment received|pays|bezahlt|zahlungseingang|geld eingegangen|überwiesen|gezahlt',
		`(?:received|thank you for) (?:your|the|a|his|her|their) (?:\\p{L}+ )?(?:payment|transfer|money)|payment (?:of \\S+ ?\\S* )?(?:was |has been )?(?:received|successful|credited|accepted)|(?:has|have) (?:now |just )?(?:paid|transferred|settled)|(?:i|we) (?:have )?(?:just |already |today )?(?:paid|transferred|settled)|(?:was|were|been|is|are|now) (?:fully )?(?:paid|settled)|you(?:['’]ve| have) (?:been paid|received (?:a )?(?:payment|money))|(?:sent|paid) you (?:[$€£]|\\d|(?:the |some )?money|a payment)|zahlung (?:\\S+ ){0,5}(?:erhalten|eingegangen)|(?:wurde|ist|habe|haben) (?:\\S+ ){0,8}(?:bezahlt|überwiesen|beglichen|eingegangen)`,
		'paid|payment\\p{L}*|pay|pays|settled|transfer\\p{L}*|credited|money|bezahl\\p{L}*|zahl(?:ung|te|t|en)\\p{L}*|überwies\\p{L}*|überweis\\p{L}*|beglichen|geld',
		{
			beside:
				"(?:please|to|must|should) (?:pay|transfer)|(?:not|n['’]t) (?:yet )?(?:been )?paid|paid (?:leave|holiday|parking)|if you have already paid|already paid, please|(?:payment|pay)(?:able|ment)? (?:terms|within|reminder|method|due|on delivery)|pay on delivery|bitte (?:über|zahl)\\p{L}*",
		},
	],
	[
		'raised',
		'(?:goes|go|going|went) up|increase[sd]?|rais(?:e|es|ed)|rise[sn]?|more expensive|erhöh\\p{L}*|steig\\p{L}*|teurer|angehoben|mieterhöhung',
		`(?:increas|rais|ris)(?:e|es|ed|en|ing) (?:\\S+ ){0,10}?(?:to|by|from|in)|(?:increase|rise) (?:in|of) (?:the|your|our|my)|(?:rent|price|fee|premium|rate|contribution)s? (?:\\S+ ){0,3}?(?:increase|rise)|go(?:es|ing)? up|will (?:increase|rise|be raised|go up)|(?:price|rent|fee)s? (?:adjustment|increase)|(?:to|we|must|will) (?:\\p{L}+ )?(?:raise|increase) (?:our|the|your|its)|erhöh(?:t|en|ung|ungen|te)|(?:miet|preis|beitrags)(?:erhöhung|anpassung)|steig(?:t|en)|angehoben|teurer|von (?:bisher )?[\\d.,]+ ?(?:€|eur|euro) auf`,
		'increas\\p{L}*|rais\\p{L}*|ris(?:e|es|en|ing)|rose|up (?:by|to|from)|higher|adjust\\p{L}*|more expensive|\\p{L}*erhöh\\p{L}*|steig(?:t|en|end|erung\\p{L}*)|gestiegen|angehoben|anheb\\p{L}*|teurer|\\p{L}*anpassung\\p{L}*|\\p{L}*anpass\\p{L}*',
		{
			isOfThing: true,
			beside: 'rais(?:e|ing) (?:a |any )?(?:ticket|question|issue|concern|money|funds)s?|up to',
		},
	],
	[
		'lowered',
		'(?:goes|go|going|went) down|decrease[sd]?|reduced|lowered|cheaper|price drop|drops|gesenkt|günstiger|billiger|reduziert',
		`(?:reduc|lower|decreas|drop)(?:e|es|ed|s|ped)? (?:\\S+ ){0,6}?(?:to|by|from)|now (?:only|just)|price (?:drop|cut)|cheaper|gesenkt|reduziert|günstiger|billiger|statt [\\d.,]+`,
		'reduc\\p{L}*|lower\\p{L}*|decreas\\p{L}*|drop\\p{L}*|cheap\\p{L}*|discount\\p{L}*|off|sale|save|less|down|gesenkt|senk\\p{L}*|reduzier\\p{L}*|günstig\\p{L}*|billig\\p{L}*|rabatt\\p{L}*|sparen',
		{ isOfThing: true, beside: 'write down|(?:is|are|was|went) down|drop (?:me|us) a' },
	],
	[
		'signed',
		'signed(?! in)|signs(?! (?:in|up|off|account))|unterschrieben|unterzeichnet',
		`signed (?:\\p{L}+ )?(?:copy|contract|agreement|lease|offer|form|version|document)[^.]{0,20}(?:is|are|attached|enclosed|below)|(?:attached|enclosed|here|find|back)[^.]{0,40}signed|(?:has|have|was|were|been|is|i|we) (?:now |just |both |already )?signed|unterschriebene?n? (?:\\p{L}+ )?(?:vertrag|exemplar|fassung)[^.]{0,30}(?:anbei|anhang|beigefügt)|anbei[^.]{0,40}unterschrieb\\p{L}*|(?:habe|haben|wurde|ist) (?:\\S+ ){0,6}(?:unterschrieben|unterzeichnet)`,
		'sign(?:ed|ing|s|ature)|unterschrieb\\p{L}*|unterschrift|unterzeichn\\p{L}*',
		{
			isOfThing: true,
			beside:
				'signed up|(?:send|return|need|want|await|waiting for|like|until|once|if|or) (?:\\S+ ){0,5}signed|(?:unterschriebene|unterschrieben)[^.]{0,40}(?:zurück|bis zum)',
		},
	],
	[
		'down',
		'(?:is |are |went |goes )?(?:down|offline|unreachable|not (?:responding|reachable)|does not respond)|outage|crash(?:ed|es)?',
		`^\\W*down|(?:is|are|went|gone|currently|status:|state:) (?:\\p{L}+ )?(?:down|offline|unreachable|unavailable)|not (?:responding|reachable|available)|does(?:n['’]t| not) (?:respond|load|open)|(?:can(?:not|['’]t| not)|unable to) (?:reach|open|load)|outage|connection time(?:d )?out|nicht erreichbar`,
		'down|offline|unreach\\p{L}*|unavailab\\p{L}*|respond\\p{L}*|time(?:d )?out|outage|crash\\p{L}*|error 5\\d\\d|incident|erreichbar|störung|ausgefallen',
		{
			isOfThing: true,
			beside:
				'(?:was|were|been) down for \\d+ \\p{L}+|responding again|(?:slow|break|write|calm|sit|break)(?:ing|s)? down|price drop|out of office|respond to',
		},
	],
	[
		'up again',
		'(?:back|up|online|available|reachable|working|running)(?: and running)? again|back (?:up|online)|is (?:back|up)|recovered|wieder (?:online|erreichbar|da)',
		`^\\W*up(?=\\W)|(?:is|are) (?:now )?(?:back|up)(?: (?:and|again|online|up)|[.,]|$)|back (?:up|online|to normal)|(?:responding|reachable|available|online|running|working|up) again|status: up|recovered|resolved|restored|wieder (?:online|erreichbar|verfügbar|da)`,
		'back|again|recover\\p{L}*|resolv\\p{L}*|restor\\p{L}*|up|wieder|behoben',
		{
			isOfThing: true,
			beside:
				'call(?:ed)? (?:\\S+ )?back|(?:sent|send|money|come|give|get) (?:\\S+ )?back|sign up|up to|pick(?:ed)? up|follow(?:ing)? up',
		},
	],
	[
		'failed',
		'fail\\p{L}*|unsuccessful|went wrong|errors?|fehlgeschlagen|fehler|gescheitert',
		`(?:has|have|was|were|did|is)? ?(?:failed|unsuccessful|aborted)|with (?:\\d+ )?errors|errors?: [1-9]|failure|could not be (?:completed|processed|saved|charged)|was (?:declined|rejected)|fehlgeschlagen|abgebrochen|gescheitert|konnte (?:\\S+ ){0,5}nicht (?:\\S+ ){0,3}(?:abgeschlossen|ausgeführt|verarbeitet|abgebucht) werden`,
		'fail\\p{L}*|unsuccessful|error\\p{L}*|abort\\p{L}*|declin\\p{L}*|reject\\p{L}*|could not|wrong|fehlgeschlagen|fehler\\p{L}*|abgebrochen|gescheitert|konnte',
		{
			isOfThing: true,
			beside:
				'(?:no|0|without) (?:errors|failures)|(?:failed|errors|failures): 0|fail to pay|never fail(?:s)?',
		},
	],
	[
		'ready',
		'ready(?: for (?:collection|pick-?up))?|(?:can|to) be (?:collected|picked up)|finished|done|abholbereit|fertig|bereit',
		`(?:is|are) (?:now )?(?:ready|finished|done)|ready (?:for|to be) (?:collect|pick)\\p{L}*|(?:can|may) (?:now )?(?:be collected|be picked up|pick (?:\\S+ ){1,3}up|collect)|abholbereit|(?:ist|sind) (?:\\S+ ){0,3}(?:fertig|bereit)|abgeholt werden`,
		'ready|finish\\p{L}*|done|collect\\p{L}*|pick(?:ed)? (?:\\S+ ){0,3}up|complet\\p{L}*|abhol\\p{L}*|fertig|bereit|abgeholt',
		{ isOfThing: true },
	],
	[
		'unavailable',
		'sold out|out of stock|unavailable|no longer available|back-?order\\p{L}*|ausverkauft|nicht (?:mehr )?(?:lieferbar|verfügbar)|vergriffen',
		`sold out|out of stock|(?:not|no longer|un) ?available|back-?order(?:ed)?|discontinued|ausverkauft|nicht (?:mehr )?(?:lieferbar|verfügbar|auf lager|vorrätig)|vergriffen`,
		'sold out|stock|available|unavailable|discontinu\\p{L}*|run out|ausverkauft|lieferbar|verfügbar|lager|vorrätig|vergriffen',
		{ isOfThing: true, beside: 'is available|are available|stock (?:exchange|market)|livestock' },
	],
]);
