/** Dangers, fraud, and what somebody is told, asked or invited to. */
import { type Concept, concepts } from './concepts.ts';

export const NOTICES: Concept[] = concepts([
	[
		'fire',
		'fires?|smoke|burn(?:s|ing)?|brand|feuer|brennt|rauch',
		`(?:a|the) fire (?:broke out|started|has|had|in (?:the|our)|at (?:the|our))|(?:is|are|was) on fire|caught fire|smoke (?:was |is )?detected|(?:smoke|fire) (?:alarm|detector)[^.]{0,40}(?:triggered|went off|activated|alarm)|(?:alarm|alert|warning): [^.]{0,20}(?:fire|smoke)|is burning|es brennt|brand (?:in|im|am|ausgebrochen)|feuer (?:in|im|ausgebrochen)|rauch (?:in|im|festgestellt|erkannt)|brandalarm|feueralarm`,
		'fire|fires|smoke|burn\\p{L}*|flames?|brand|feuer|brennt|rauch\\p{L}*',
		{
			beside:
				'fire (?:brigade|engine|station|exit|door|drill|pit|insurance|safety|extinguisher)s?|bon-?fires?|camp-?fires?|fire(?:place|works?|wood|men|man|fighters?)|(?:light|lit|make|made|sit|around|by|wood for) (?:up )?(?:the|a) (?:\\p{L}+ )?fire|smoke (?:alarm|detector)s?[^.\\n]{0,30}(?:ok|tested|battery|test)|no smoking|smell(?:s|ed|ing)? of (?:\\p{L}+ )?smoke|smoke[- ]free|fired',
		},
	],
	[
		'alarm',
		'alarms?(?: (?:goes|went|has gone) off| (?:is|was) triggered)?|alarmanlage|alarm ausgelöst',
		`(?:event|status|state|type): alarm|alarm:|(?:alarm|detector|sensor) (?:\\S+ ){0,4}?(?:triggered|went off|goes off|gone off|activated|raised|sounding|reported)|(?:motion|smoke|intrusion|glass break|movement|intruder|leak|water) (?:was |is )?detected|alarm (?:\\S+ ){0,4}?ausgelöst|hat (?:\\S+ ){0,4}(?:alarm|ausgelöst)|einbruch(?:s)?alarm`,
		'alarm\\p{L}*|detected|triggered|went off|goes off|siren|intru\\p{L}*|ausgelöst',
		{
			beside:
				'(?:false|test) alarm|alarm (?:test|clock|system|company|code)|alarms? (?:this week|today|this month)?: ?0|no alarms?|fehlalarm|probealarm',
		},
	],
	[
		'water',
		'leak(?:s|ing|age)?|water damage|flood(?:ed|ing)?|burst pipe|wasserschaden|rohrbruch|wasser (?:läuft|tropft)|undicht',
		`(?:pipe|tank|boiler)s? (?:\\S+ ){0,3}?burst|burst (?:pipe|water)|water (?:\\S+ ){0,6}?(?:leak|drip|high|com(?:es|ing) (?:in|through|out)|damage|running|dripping|everywhere|on the floor|in the)|(?:is|are|has been|started) (?:\\p{L}+ )?(?:leaking|dripping|flooded)|(?:a|the) (?:\\p{L}+ )?leak (?:in|at|under|from|has)|leaks (?:at|from|in|through)|flood(?:ed|ing)|leak detected|wasserschaden|rohrbruch|wasser (?:\\S+ ){0,5}(?:tropft|läuft|steht)|tropft|undicht|überschwemm\\p{L}*`,
		'leak\\p{L}*|flood\\p{L}*|burst|drip\\p{L}*|wet|damp|mould|water|wasser\\p{L}*|rohrbruch|tropf\\p{L}*|undicht|feucht\\p{L}*|überschwemm\\p{L}*',
		{
			beside:
				'waterproof|mineral water|water bottles?|water (?:bill|meter|will be turned off)|drinking water|leaked (?:data|password)s?',
		},
	],
	[
		'crime',
		'burglar\\p{L}*|steals?|br(?:eak|eaks|oke|oken)[ -]?ins?|intruders?|theft|stolen|stole|robb\\p{L}*|einbr[uü]ch\\p{L}*|diebstahl|gestohlen|eingebrochen',
		`broke(?:n)? into|break-?in|burgl(?:ary|ar|ed)|(?:was|were|been|has|have|got|had) (?:\\S+ ){0,3}stolen|intruder|robbed|theft of|(?:wurde|ist) (?:\\S+ ){0,6}(?:eingebrochen|gestohlen)|einbruch|diebstahl`,
		'burgl\\p{L}*|br(?:ea|o)k\\p{L}* in\\p{L}*|intrud\\p{L}*|thie(?:f|ves)|theft|stole\\p{L}*|robb\\p{L}*|police|missing|gone|einbr[uü]ch\\p{L}*|diebstahl|gestohlen|eingebrochen|polizei',
		{ isOfThing: true },
	],
	[
		'accident',
		'accidents?|injur\\p{L}*|hurt|crash|hospital|unfall|verletz\\p{L}*',
		`(?:had|have|has|was|were|in|an|a) (?:\\p{L}+ )?(?:accident|car crash)|(?:was|were|got|is|are|been) (?:\\p{L}+ )?(?:injured|hurt)|(?:fell|slipped|broke (?:his|her|my|their))|(?:taken to|in|into) (?:the )?hospital|unfall|verletzt|im krankenhaus`,
		'accident\\p{L}*|injur\\p{L}*|hurt|crash\\p{L}*|hospital|ambulance|fell|unfall\\p{L}*|verletz\\p{L}*|krankenhaus|notarzt',
		{ beside: 'by accident|accident insurance|unfallversicherung' },
	],
	[
		'sick',
		'sick|ill|illness|unwell|calls in sick|krank\\p{L}*',
		`(?:i am|i['’]m|is|are|has been|feeling|feel|called in|fallen|child is|off) (?:\\p{L}+ )?(?:sick|ill|unwell|poorly)|(?:have|has|with|got) (?:the |a )?(?:flu|fever|cold|temperature|stomach bug|migraine|covid)|sick (?:note|leave|today)|(?:bin|ist|sind|leider|wurde) (?:\\S+ ){0,6}(?:krank|erkrankt|krankgeschrieben)|krankmeldung|hat (?:\\p{L}+ )?fieber`,
		'sick\\p{L}*|ill|illness|unwell|poorly|flu|fever|doctor|krank\\p{L}*|erkrank\\p{L}*|fieber|arzt|unwohl',
		{ beside: 'sick of|seasick|krankenkasse|krankenversicherung|krankenhaus' },
	],
	[
		'phishing',
		'phishing|scams?|fraud\\p{L}*|fake|suspicious|betrug|betrüg\\p{L}*',
		`(?:confirm|verify|update|enter|provide|validate) (?:\\S+ ){0,3}(?:password|pin|card (?:number|details)|account (?:details|information)|login|identity|credentials|bank details|billing information)[^.]*|(?:account|card|access|mailbox)[^.]{0,40}(?:limited|suspended|locked|restricted|deactivated|permanently closed)[^.]*(?:click|confirm|verify|unless)|(?:claim|release) (?:your|the) (?:prize|inheritance|funds|parcel)|(?:bestätigen|verifizieren|aktualisieren) sie (?:\\S+ ){0,4}(?:konto|passwort|daten|zugang)|(?:konto|zugang)[^.]{0,30}(?:gesperrt|eingeschränkt)|gift cards?|inheritance|lottery`,
		'password\\p{L}*|verify|confirm your|suspended|limited|locked|click\\p{L}*|login|log in|account|card number|pin|prize|winner|inheritance|bitcoin|wallet|gift card|urgent\\p{L}*|security|passwort\\p{L}*|konto|gesperrt|bestätigen sie|gewinn\\p{L}*|klicken|http\\S*',
		{
			beside:
				'credited to your account|bank account|account (?:ending|number|below|manager)|your account is now settled',
		},
	],
	[
		'password',
		'passwords?|login data|credentials|pin|passwort|kennwort|zugangsdaten',
		`(?:confirm|verify|enter|send|tell|give|provide|share|update|reply with) (?:\\S+ ){0,4}(?:password|pin|credentials|login)|(?:bestätigen|senden|schicken|nennen|eingeben|geben) (?:sie )?(?:\\S+ ){0,5}(?:passwort|kennwort|pin|zugangsdaten)`,
		'password\\p{L}*|passcode|pin|credential\\p{L}*|log-?in|passwort\\p{L}*|kennwort|zugangsdaten',
		{ isAsked: true },
	],
	[
		'spam',
		'spam|junk|advert\\p{L}*|ads?|promotion\\p{L}*|marketing|sales (?:pitch|mails?)|werb\\p{L}*|reklame',
		`(?:free|exclusive|special|limited|best|huge|great|black friday|summer|winter) (?:\\p{L}+ )?(?:spins|bonus|offers?|deals?|sale|discounts?|trial|gift)|\\d+ ?% (?:off|bonus|discount|rabatt)|limited time|claim (?:now|your)|(?:shop|buy|order|book|sign up) now|winners?|no deposit|act now|only (?:today|this week|until)|jetzt (?:kaufen|bestellen|sparen|zugreifen|sichern)|nur (?:heute|bis|noch)|gratis|sonderangebot|rabattaktion|(?:boost|grow|increase) your (?:\\p{L}+ )?(?:traffic|sales|ranking|business)|(?:our|a) (?:\\p{L}+ )?(?:seo|marketing) (?:services|agency|team)`,
		'free|offer\\p{L}*|deal\\p{L}*|sale|discount\\p{L}*|bonus|%|promo\\p{L}*|unsubscribe|newsletter|click|claim|winner\\p{L}*|exclusive|special|limited|subscri\\p{L}*|stop receiving|gratis|angebot\\p{L}*|rabatt\\p{L}*|sparen|abmelden|abbestellen|kostenlos|services|seo',
		{
			beside:
				'feel free|free (?:space|of charge)|special (?:diet|needs)|on offer|vat \\d+ ?%|\\d+ ?% (?:vat|mwst)|mwst\\.? \\d+ ?%|battery \\d+ ?%',
		},
	],
	[
		'appointment reminder',
		'(?:appointment|meeting|event) reminders?|reminders? (?:of|for|about) (?:an? |my |the )?(?:appointment|meeting)s?|terminerinnerung(?:en)?',
		`remind(?:er)?[^.]{0,60}(?:appointment|visit|meeting|booking|reservation|class|session)|(?:appointment|visit|meeting)[^.]{0,30}(?:reminder|coming up|tomorrow)|erinner\\p{L}*[^.]{0,60}termin|terminerinnerung`,
		'remind\\p{L}*|appointment|erinner\\p{L}*|termin\\p{L}*',
	],
	[
		'invitation',
		'(?:am |are |is )?invit\\p{L}*|einlad\\p{L}*|eingeladen|lädt',
		`(?:you are|you['’]re|we are|i am|have been|would like to|want to|cordially|like to|pleased to|happy to) (?:\\p{L}+ )?(?:invite|invited|inviting)|(?:we|i) (?:hereby |cordially )?invite|invitation (?:to|for)|join us (?:for|on|at|in)|(?:lade|laden)[^.]{0,80}ein|einladung (?:zu|zum|zur)|(?:herzlich|sind) eingeladen`,
		'invit\\p{L}*|join|rsvp|come|coming|celebrat\\p{L}*|party|attend|lunch|dinner|coffee|drinks?|shall we|would you like|komm\\p{L}*|essen|einlad\\p{L}*|eingeladen|laden|lade|feier\\p{L}*',
	],
	[
		'booking',
		'bookings?|reserv\\p{L}*|books?(?: (?:an? )?(?:table|room|court|place))?|buch(?:t|ung|ungen|en)|reservier\\p{L}*',
		`(?:like|want|wish|need|please|could (?:we|i|you)|can (?:we|i|you)|possible) (?:to )?(?:\\p{L}+ )?(?:book|reserve)|(?:book|reserve|have) (?:a|the|us a) (?:table|room|place|seat|court|slot)|(?:table|room) for (?:\\d+|two|three|four|five|six|eight|ten)|(?:new|your|our|my|the) (?:booking|reservation)(?: \\S+){0,4} (?:for|is|has|was|from|confirmed)|(?:möchten?|würden?|bitte)[^.]{0,60}(?:buchen|reservieren)|(?:haben sie|ist|gibt es)[^.?]{0,40}(?:noch )?(?:etwas|einen tisch|ein tisch|platz|plätze|zimmer)[^.?]{0,10}frei|(?:neue|ihre|unsere) (?:buchung|reservierung)`,
		'book(?:ed|ing|ings)?|reserv\\p{L}*|table|room for|stay|come for|frei|tisch|personen|buch\\p{L}*|gebucht',
		{
			isAsked: true,
			beside:
				'your (?:table|room)|book(?:s)? (?:by|about|shop|club)|bücher|guest book|buchhaltung|buchstab\\p{L}*|book(?:ing)? fee',
		},
	],
	[
		'meeting',
		'(?:wants?|asks?|would like) (?:\\S+ ){0,3}(?:meet|meeting|call|talk|appointment)|meeting request|appointment request|meet',
		`(?:could|can|shall|should|may|might) (?:we|i) (?:\\p{L}+ )?(?:meet|talk|speak|have a (?:call|chat|meeting)|schedule|arrange|come by|visit)|(?:would|like|love|happy) to (?:\\p{L}+ )?(?:meet|talk|speak|schedule|arrange|set up|discuss)[^.]*|(?:do you|are you|would you)[^.?]{0,30}(?:time|free|available)[^.?]*\\?|(?:appointment|meeting|call|termin)[^.]{0,30}(?:possible|available|vereinbaren|ausmachen)|let['’]s (?:meet|talk|have)|(?:können|könnten) wir[^.?]{0,60}(?:treffen|sprechen|telefonieren|termin)|termin vereinbaren`,
		'meet\\p{L}*|see you|lunch|dinner|coffee|come|join|call|appointment|schedul\\p{L}*|availab\\p{L}*|talk|chat|visit|treffen|termin\\p{L}*|telefon\\p{L}*|sprechen',
		{ isAsked: true },
	],
	[
		'call back',
		'call(?:ed)? (?:\\p{L}+ )?back|phone call|callback|rückruf|zurückrufen|angerufen werden',
		`(?:please|could you|can you|would you|kindly|need you to)[^.?]{0,30}(?:call|phone|ring) (?:me|us|back)|call me|give (?:me|us) a (?:call|ring)|call(?:ing)? (?:me|us) back|(?:bitte|könnten sie|können sie)[^.?]{0,40}(?:zurückrufen|rückruf|anrufen)|rufen sie (?:mich|uns)|um (?:einen )?rückruf`,
		'call\\p{L}*|phone|ring|rückruf|anruf\\p{L}*|zurückruf\\p{L}*|rufen|telefon\\p{L}*',
		{ isPersonal: true, isAsked: true },
	],
	[
		'discount',
		'discounts?|vouchers?|coupons?|special offers?|sale|rabatt\\p{L}*|gutschein\\p{L}*',
		`\\d+ ?% (?:off|discount|rabatt)|(?:a|your|our|with|get|save|extra) (?:\\S+ ){0,3}(?:discount|voucher|coupon)|(?:discount|voucher|coupon|promo) code|rabatt von|gutschein(?:code)?|sale (?:ends|starts|now)`,
		'discount\\p{L}*|voucher\\p{L}*|coupon\\p{L}*|%|off|sale|save|promo\\p{L}*|deal\\p{L}*|rabatt\\p{L}*|gutschein\\p{L}*|sparen|nachlass',
		{ beside: 'vat \\d+ ?%|\\d+ ?% vat|mwst\\.? ?\\d* ?%?|battery:? \\d+ ?%' },
	],
	[
		'battery',
		'(?:low )?battery(?: is)?(?: low)?|batter(?:y|ies)|akku|batterie',
		`(?:low battery|battery (?:is |level )?(?:\\p{L}+ )?(?:low|empty|weak|critical|almost empty))|replace (?:the )?batter(?:y|ies)|batterie (?:ist )?(?:\\p{L}+ )?(?:schwach|leer)|akku (?:ist )?(?:\\p{L}+ )?(?:schwach|leer)`,
		'batter\\p{L}*|akku\\p{L}*',
	],
	[
		'address change',
		'(?:new|change[sd]?|different)(?: of)? address|address (?:change[sd]?|is changed)|mov(?:es|ed|ing) house|moves|adressänderung|umzug|umgezogen|zieht um',
		`(?:new|changed|my|our) (?:\\p{L}+ )?address (?:is|has|will|from|changed)|change of address|(?:we|i)(?:['’]ve| have|['’]re| are| am|['’]m)? (?:just |recently )?(?:moved|moving) (?:house|to)|(?:neue|geänderte) (?:\\p{L}+)?(?:adresse|anschrift)|adressänderung|(?:bin|sind|ziehe|ziehen) (?:\\S+ ){0,6}(?:umgezogen|um)(?=[.,]|$)`,
		'address\\p{L}*|mov(?:e|ed|ing)|adress\\p{L}*|anschrift|umzug|umgezogen|umziehen',
		{ isPersonal: true, beside: 'delivery address|e-?mail address(?:es)?|moving (?:our|the)' },
	],
	[
		'trip',
		'(?:school |class |field )?trips?|excursions?|outings?|ausfl[uü]g\\p{L}*|klassenfahrt\\p{L}*|wandertag',
		`(?:year \\d+|class|school|field|day) (?:\\p{L}+ )?(?:trip|outing|excursion)|trip to|(?:class|year \\d+|pupils|children|we)(?: \\S+){0,4} (?:will |are going to )?visit(?:ing)?|coach leaves|(?:ausflug|klassenfahrt|wandertag|exkursion)[^.]{0,60}`,
		'trip\\p{L}*|excursion\\p{L}*|outing\\p{L}*|visit|coach|museum|zoo|ausflug\\p{L}*|klassenfahrt|wandertag|exkursion',
	],
	[
		'event',
		'events?|part(?:y|ies)|concerts?|festivals?|veranstaltung(?:en)?',
		`(?:event|party|concert|festival|fair|bonfire|market|exhibition|open day|meeting|talk|workshop|dinner|evening)(?: \\S+){0,6}? (?:on|at|takes place|begins|starts)|(?:on|this|next) (?:\\p{L}+day|weekend)[^.]{0,80}(?:we|at \\d|pm|sings?|opens|begins|starts)|(?:veranstaltung|konzert|fest|feier|markt)[^.]{0,40}(?:am|um|statt)`,
		'event\\p{L}*|party|concert|festival|fair|market|exhibition|celebrat\\p{L}*|weekend|veranstalt\\p{L}*|konzert|fest\\p{L}*|feier\\p{L}*|markt',
		{ isOfThing: true, beside: 'in the event of|event: ' },
	],
	[
		'homework',
		'homework(?: (?:is )?due)?|assignments?|exams?|tests?|hausaufgaben?|klassenarbeit|prüfung(?:en)?',
		`homework|assignment|(?:exam|maths? test|spelling test|class test)(?: \\S+){0,4} (?:on|is|next|this)|hausaufgaben?|klassenarbeit|prüfung am`,
		'homework|assignment\\p{L}*|exam\\p{L}*|test|tests|worksheet|hausaufgab\\p{L}*|klassenarbeit|prüfung\\p{L}*|aufgaben',
	],
	[
		'new member',
		'(?:new )?(?:member|user|customer|subscriber|participant|account)s? (?:signs?|signed|registers?|registered|joins?|joined)(?: up)?|sign(?:s|ed)?[ -]?ups?|registers?|registrations?|new (?:members?|users?|subscribers?|registrations?)|anmeld\\p{L}*|neue mitglieder|neues mitglied',
		`(?:has|have|just|i|we|like to|want to|wish to|would like to) (?:\\p{L}+ )?(?:signed up|registered|joined|sign up|register|join|enrol|become a member)|new (?:member|user|subscriber|registration|sign-?up)|(?:melde|möchte|möchten)[^.]{0,60}(?:anmelden|an(?=[.,]|$))|neue (?:anmeldung|registrierung)|mitglied werden`,
		'sign(?:ed|s|ing)? up|sign-?up\\p{L}*|regist\\p{L}*|join\\p{L}*|enrol\\p{L}*|become a member|anmeld\\p{L}*|angemeldet|melde|mitglied werden|beitret\\p{L}*|beitritt\\p{L}*',
		{
			isAsked: true,
			beside: 'because you signed up|you (?:have )?signed up|register (?:now|here)|sign up (?:now|here)',
		},
	],
	[
		'move in',
		'mov(?:e|es|ing) in|viewings?|view(?: the)? (?:flat|apartment|house|room)|interested in the (?:flat|apartment|house|room)|einzieh\\p{L}*|besichtig\\p{L}*|wohnung mieten',
		`(?:move|moving) in|(?:view|viewing|see|look at|visit) (?:\\S+ ){0,4}(?:flat|apartment|house|room)|interested in (?:\\S+ ){0,4}(?:flat|apartment|house|room)|(?:flat|apartment|room|house)[^.]{0,80}(?:still available|viewing|have a look|look at it|see it|view it)|besichtig\\p{L}*|einziehen|interess\\p{L}*[^.]{0,40}wohnung`,
		'mov(?:e|ing) in|viewing\\p{L}*|available|rent out|besichtig\\p{L}*|einzieh\\p{L}*|einzug\\p{L}*|mieten|interess\\p{L}*',
		{ isAsked: true, isPersonal: true },
	],
	[
		'login',
		'log-?ins?|logged in|logs? in|signs? (?:in|account)|sign-?ins?|new device|anmeldung von|eingeloggt',
		`(?:new|unusual|suspicious|unknown) (?:log-?in|sign-?in|device|activity)|(?:signed|logged) in(?:to)? (?:\\S+ ){0,4}(?:from|on|at|with)|neue anmeldung|(?:neuen|unbekannten) gerät`,
		'log-?in\\p{L}*|logged|sign(?:ed)?[ -]?in|device|password|activity|anmeldung|eingeloggt|gerät',
	],
	[
		'lost',
		'lost|loses|left (?:\\p{L}+ )?behind|forgot\\p{L}*|found|verloren|vergessen|liegen gelassen|fundsache',
		`(?:i|we|my \\p{L}+|he|she)(?:['’]ve| have| has| think i| must have)? (?:\\p{L}+ )?(?:lost|forgot|forgotten|left|mislaid) (?:my|our|the|his|her|a|an) (?:\\S+ ){0,6}(?:in|at|on|behind|there|yesterday|with you)|(?:i|we)(?:['’]ve| have)? lost (?:my|our|the|a)|(?:handed|turned) (?:it|them) in|lost (?:property|and found)|(?:habe|haben)[^.]{0,80}(?:verloren|vergessen|liegen ?gelassen)`,
		'lost|lose|missing|forg[eo]t\\p{L}*|left (?:my|our|the|a)|mislaid|handed in|verloren|vergessen|liegen ?gelassen|fund\\p{L}*',
		{ isPersonal: true, isAsked: true },
	],
	[
		'results',
		'(?:test |lab |exam |blood )?results?(?: arrive| are (?:back|in|ready))?|befunde?|ergebnisse?',
		`results? (?:\\S+ ){0,8}?(?:is|are|have) (?:now )?(?:back|in|ready|here|available|attached|arrived)|(?:attached|enclosed|here)[^.]{0,40}results?|(?:befund|ergebnis)\\p{L}*[^.]{0,40}(?:da|vor|anbei)`,
		'results?|befund\\p{L}*|ergebnis\\p{L}*',
	],
	[
		'fine',
		'fines?|penalt(?:y|ies)|parking tickets?|(?:have|has) to pay (?:a )?(?:fine|penalty)|bußgeld\\p{L}*|strafzettel|strafe',
		`(?:a|the|this|your) (?:\\p{L}+ )?(?:fine|penalty)(?: charge)? of|fined|penalty (?:charge )?notice|parking (?:fine|ticket)|bußgeldbescheid|verwarnungsgeld`,
		'fine of|fines|fined|penalt\\p{L}*|charge notice|bußgeld\\p{L}*|verwarnung\\p{L}*|strafe|strafzettel',
	],
	[
		'missing',
		'missing|left out|incomplete|not included|fehlt|fehlen|unvollständig',
		`(?:is|are|was|were|still|item|part|bag|page|document)s? missing|missing (?:\\p{L}+ )?(?:from|in|item|part|bag|page|document|piece)s?|left out|(?:not|n['’]t) (?:included|in the (?:box|parcel|package))|(?:came|arrived|delivered) without|incomplete|only (?:received|got) \\S+ of|fehlt|fehlen|unvollständig`,
		'missing|miss|left out|included|without|incomplete|only|need|forgot\\p{L}*|lack\\p{L}*|not enough|too few|fehl\\p{L}*|unvollständig|noch|nur|zu wenig',
		{ isOfThing: true, beside: 'missed appointments?|miss(?:ed)? you|fehler\\p{L}*|empfehl\\p{L}*' },
	],
	[
		'maintenance',
		'(?:planned |scheduled )?maintenance(?: (?:is )?(?:planned|scheduled))?|(?:eine )?wartung(?:en|sarbeiten)?(?: (?:ist )?(?:geplant|angekündigt)(?: ist)?)?|gewartet',
		`(?:planned|scheduled|due to|for|carry out|perform|during) (?:\\p{L}+ )?maintenance|maintenance (?:\\S+ ){0,3}?(?:on|work|window|is|will|takes)|wartung(?:sarbeiten)? (?:\\S+ ){0,3}?(?:am|von|des|der)|(?:wird|werden) (?:\\S+ ){0,10}gewartet`,
		'maintenance|servic(?:e|ing)|upgrade\\p{L}*|downtime|wart(?:ung|ungs)\\p{L}*|gewartet|umbau\\p{L}*',
	],
	[
		'declined',
		'(?:declin|reject|refus)(?:e|es|ed|s)?(?: (?:an?|the|our|my))?(?: (?:offer|quote|quotation|proposal))?|turns? down(?: (?:an?|the|our))? (?:offer|quote|proposal)|ablehn\\p{L}*|lehnt[^.]{0,30}ab|abgelehnt|absage',
		`(?:decided|going|chosen|opted) (?:to go |to work |for |against )?(?:with )?(?:another|someone else|a different|your competitor|not to|against)|(?:above|beyond|over|outside) (?:our|my|the) budget|too expensive|(?:must|have to|need to|will) (?:\\p{L}+ )?(?:decline|turn (?:it|this|the offer) down|pass)|(?:not|no longer) (?:\\p{L}+ )?interested|(?:we|i) (?:\\p{L}+ )?(?:decline|reject)|für (?:einen anderen|eine andere) (?:anbieter|firma)|zu teuer|(?:lehnen|müssen)[^.]{0,60}(?:ab(?=[.,]|$)|ablehnen)|kein interesse`,
		'declin\\p{L}*|reject\\p{L}*|refus\\p{L}*|unfortunately|another|budget|expensive|interested|instead|regret|sorry|not|leider|ablehn\\p{L}*|abgelehnt|absag\\p{L}*|teuer|interesse',
	],
	[
		'accepted',
		'(?:accept|approv|agre)(?:e|es|ed|s)?(?: to)?(?: (?:an?|the|our|my))?(?: (?:offer|quote|quotation|proposal|price))|nimmt[^.]{0,30}an|angenommen|zusag\\p{L}*',
		`(?:we|i) (?:\\p{L}+ )?(?:accept|agree|approve)|(?:happy|like|glad|pleased|want) to (?:go ahead|accept|proceed|place the order)|(?:please )?go ahead|(?:you['’]ve|you have) got the (?:job|order)|(?:nehmen|nehme)[^.]{0,60}an(?=[.,]|$)|einverstanden|auftrag (?:erteilen|bestätigen)`,
		'accept\\p{L}*|agree\\p{L}*|approv\\p{L}*|go ahead|proceed|order|yes|fine|works|deal|annehm\\p{L}*|nehmen|einverstanden|zusage|passt|auftrag',
		{ beside: 'whether you (?:\\S+ ){0,4}go ahead' },
	],
]);
