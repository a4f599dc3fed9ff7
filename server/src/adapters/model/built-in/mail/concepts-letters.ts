/** What people write to each other, and what programs report to them. */
import { type Concept, concepts } from './concepts.ts';

export const LETTERS: Concept[] = concepts([
	[
		'complaint',
		'complain\\p{L}*|complaints?|unhappy|dissatisfied|not (?:happy|satisfied)|annoyed|disappointed|angry|upset|beschwer\\p{L}*|reklam\\p{L}*|unzufrieden|verärgert|enttäuscht',
		`complain(?:ing)?|(?:formal |my |our |a )complaint|(?:not|n['’]t|far from) (?:at all |very |really |exactly )?(?:happy|satisfied|pleased|impressed)|unhappy|dissatisfied|disappoint(?:ed|ing)|frustrat(?:ed|ing)|annoy(?:ed|ing)|furious|angry|fed up|unacceptable|not acceptable|disgrace\\p{L}*|(?:terrible|awful|appalling|dreadful|horrible|shocking|poor|rude|unfriendly|worst) (?:\\p{L}+ )?(?:service|quality|experience|staff|food|customer|attitude|waiter|treatment|manner)|(?:staff|waiter|service|room|food|driver)[^.]{0,20}(?:rude|dirty|filthy|unfriendly|terrible|awful|inedible)|expected better|(?:not|n['’]t) (?:\\p{L}+ )?good enough|cared less|nobody (?:has |have |ever )?(?:\\p{L}+ )?(?:called|answered|replied|came|come|responded|helped|cared|bothered|got back|turned up)|no ?one (?:has |ever )?(?:\\p{L}+ )?(?:called|answered|replied|came|come|responded|helped|turned up)|(?:third|second|fourth) time (?:now|this|i|we|in|something|that)|waste of (?:time|money)|a joke|put (?:this|it|things) right|(?:(?:will|would|shall|['’]ll) never (?:order|buy|shop|come|stay|book) (?:\\p{L}+ )?(?:again|here|from you)|never again)|beschwere|beschweren|beschwerde|reklamier\\p{L}*|reklamation|unzufrieden|enttäuscht|verärgert|ärgerlich|unverschämt\\p{L}*|unzumutbar|inakzeptabel|frechheit|so geht das (?:\\p{L}+ )?nicht|niemand (?:\\S+ ){0,4}(?:gekommen|gemeldet|geantwortet|zurückgerufen|reagiert|kümmert)|trotz (?:meiner|mehrfacher|mehrmaliger) (?!mahnung|zahlungs)`,
		`complain\\p{L}*|complaint\\p{L}*|wrong|smell\\p{L}*|freezing|filthy|broken|damaged|faulty|defective|scratch\\p{L}*|leaks?|dirty|noisy|cold|rude|bad|worse|worst|poor|problems?|issue|mistake|error|missing|not (?:work|received|arrived|what|as|good|acceptable|fair)\\p{L}*|n['’]t (?:work|arrive|received|what|good)\\p{L}*|still|refund|money back|overcharged|charged twice|sorry to (?:say|tell)|unfortunately|nobody|no ?one|never|waiting|late|delay\\p{L}*|falsch\\p{L}*|kaputt|defekt|beschädigt|schlecht\\p{L}*|problem\\p{L}*|fehlt|fehler\\p{L}*|leider|noch nicht|immer noch|niemand|warte\\p{L}*|kalt|lärm|schimmel|zu spät`,
		{ isPersonal: true },
	],
	[
		'praise',
		'happy|satisfied|praise[sd]?|compliments?|thanks?|thankful|pleased|likes?|positive|zufrieden|lob|lobt|dank|bedankt',
		`(?:very |really |so |extremely |absolutely )(?:friendly|helpful|patient|grateful)|(?:i|we)(?: am| are|['’]m|['’]re)? (?:(?:very|really|so|extremely|absolutely) (?:happy|satisfied|pleased|impressed)|(?:happy|delighted|thrilled|pleased|impressed) (?:with|by|that))|(?:is|are|was|were|looks?) (?:just |absolutely |really |simply )?(?:beautiful|wonderful|fantastic|great|excellent|perfect|lovely|amazing|delicious|brilliant|superb)|(?:great|excellent|wonderful|fantastic|outstanding|brilliant|lovely|amazing) (?:\\p{L}+ )?(?:service|work|job|quality|staff|team|experience|stay|food|product)|(?:thank you|thanks) (?:so much|very much|again|a lot) for|keep up the|recommend you|love (?:it|the|our|my)|(?:sehr |wirklich |rundum )(?:zufrieden|begeistert|freundlich|schön)|begeistert|(?:toller?|super|hervorragende[rns]?|großartige[rns]?) (?:\\p{L}+ )?(?:service|arbeit|qualität|beratung|team)|weiterempfehlen|(?:herzlichen|vielen|tausend) dank für (?:die|das|den|ihre?n?) (?:\\p{L}+ )?(?:schnelle|tolle|gute|nette|freundliche|super)\\p{L}*`,
		'happy|satisf\\p{L}*|pleas(?:ed|ure)|delight\\p{L}*|great|excellent|wonderful|fantastic|perfect|lovely|amazing|beautiful|brilliant|love\\p{L}*|recommend\\p{L}*|thank\\p{L}*|glad|zufrieden\\p{L}*|begeister\\p{L}*|toll\\p{L}*|super|schön\\p{L}*|dank\\p{L}*|freue\\p{L}*|empfehl\\p{L}*',
		{
			isPersonal: true,
			beside:
				"(?:not|n['’]t) (?:\\p{L}+ )?(?:happy|satisfied|pleased)|please|thank you for your (?:order|mail|email|message|purchase|payment|business|custom|interest|understanding|booking)|thanks in advance|many thanks in advance|vielen dank (?:im voraus|für ihre (?:bestellung|nachricht|anfrage))|if you are happy",
		},
	],
	[
		'refund',
		'refund\\p{L}*|money back|reimburs\\p{L}*|erstatt\\p{L}*|geld zurück|rückerstattung',
		`(?:please|kindly|could you|can you|would you) (?:\\p{L}+ )?(?:refund|reimburse)|(?:want|like|expect|demand|request|need|ask(?:ing)? for|entitled to|get|give me|have) (?:\\S+ ){0,4}(?:refund|money back|reimbursement)|refund (?:me|us|the|my)|geld zurück|erstatten sie|(?:um|eine|die) (?:\\p{L}+ )?(?:rück)?erstattung`,
		'refund\\p{L}*|money back|reimburs\\p{L}*|credit(?:ed)? (?:to )?(?:my|our)|back to my (?:card|account)|erstatt\\p{L}*|rückerstatt\\p{L}*|geld zurück|zurücküberweis\\p{L}*|gutschrift',
		{ isPersonal: true, isWish: true, isAsked: true },
	],
	[
		'return',
		'returns?|returned|send (?:\\p{L}+ )?back|give back|exchange|swap|zurück(?:geben|schicken|senden)|retoure|umtausch\\p{L}*',
		`(?:want|like|need|wish|going|have|possible|can i|could i|may i|how (?:can|do) i) (?:to )?(?:return|send (?:\\S+ ){0,4}back|exchange|swap)|(?:have|has|am|are|i|we) (?:just |today )?(?:sent|sending|returned|returning|returning) (?:\\S+ ){0,5}(?:back|to you)|(?:sent|send|sending) (?:it|them|the \\S+|this) back|return label|retourenschein|(?:möchte|will|würde)[^.]{0,60}(?:zurückgeben|zurückschicken|zurücksenden|umtauschen)|schicke[^.]{0,30}zurück`,
		"return\\p{L}*|send\\p{L}* (?:\\S+ ){0,3}back|sent (?:\\S+ ){0,3}back|exchange|swap|umtausch\\p{L}*|zurück\\p{L}*|retour\\p{L}*|wrong size|too (?:small|big|large)|does(?:n['’]t| not) fit",
		{
			isPersonal: true,
			isAsked: true,
			beside:
				'return(?:ed)? (?:your call|to sender|flight|ticket|journey|to the office|from)|stock exchange|exchange (?:rate|student)|(?:signed|zurück)[^.]{0,20}zurück',
		},
	],
	[
		'prices',
		'prices?|costs?|how much|rates?|fees?|preise?n?|kosten|kostet',
		`how much|what (?:would|do|does|is|are|will) (?:\\S+ ){0,8}(?:cost|charge|price|prices|rate|rates|fee|fees)|(?:price list|prices? for|cost of|your (?:prices|rates|fees)|quote for)[^.]*\\?|(?:tell|send|give|let) (?:me|us)[^.]{0,60}(?:price|cost|rate|fee)\\p{L}*|(?:like to know|ask(?:ing)?|wonder\\p{L}*|interested in)[^.]{0,60}(?:price|cost|rate|fee)\\p{L}*|was (?:kostet|kosten|würde)|wie ?viel (?:kostet|kosten)|(?:preis|kosten|preisliste)[^.]*\\?`,
		'price\\p{L}*|cost\\p{L}*|how much|rate|rates|fee|fees|charge\\p{L}*|quote|expensive|budget|afford|preis\\p{L}*|kost\\p{L}*|gebühr\\p{L}*|wie ?viel',
		{ isPersonal: true, isAsked: true },
	],
	[
		'hours',
		'(?:opening|business|office) (?:hours|times)|opening|hours|when we (?:are )?open|öffnungszeit\\p{L}*',
		`(?:opening|business) (?:hours|times)[^.]*\\?|^opening (?:hours|times)|when (?:are|do|does|is) (?:you|your|the|it)[^.?]{0,40}(?:open|close)|(?:how long|until when|till when|what time|from when|which days?)[^.?]{0,40}(?:open|close)|(?:are|is) (?:you|the \\p{L}+|it|your \\p{L}+) (?:also |still )?(?:open|closed)[^.]*\\?|(?:know|ask|tell|wonder)[^.]{0,40}(?:open|opening)|wann (?:haben|habt|hat|öffn\\p{L}*|schließ\\p{L}*)[^.]*|(?:welche|ihre|eure|was sind)[^.?]{0,20}öffnungszeiten|haben sie[^.?]{0,40}(?:geöffnet|offen|auf)\\b`,
		'open|opening|opens|hours|close[sd]?|closing|öffn\\p{L}*|geöffnet|offen|geschlossen|schließ\\p{L}*',
		{
			isPersonal: true,
			isAsked: true,
			beside:
				'open (?:incident|ticket|rate|the (?:link|attachment|file|door|window))|(?:24|48|\\d+|two|three|few|an|half an|working|labour, \\d+) hours?|open as (?:normal|usual)|open your mail',
		},
	],
	[
		'question',
		'questions?|asks?|asking|enquir\\p{L}*|inquir\\p{L}*|fragen?|anfragen?|information',
		`(?:i|we) (?:have|had) (?:a |another |one |some |two |a few )?(?:quick |short |general )?questions?|(?:question|enquiry|inquiry|anfrage|frage) (?:about|on|regarding|concerning|for|zu|zum|zur|wegen)|(?:do|does|is|are|can|could|would|will|how|what|when|where|which|who|why|may|have|has)(?!n['’]t)\\s[^.?!]{4,200}\\?|(?:like|want|need) to know|(?:was|wie|wann|wo|wer|welche\\p{L}*|können|kann|könnten|gibt|haben|ist|sind)\\s[^.?!]{4,200}\\?`,
		'question\\p{L}*|enquir\\p{L}*|inquir\\p{L}*|ask\\p{L}*|wonder\\p{L}*|frage\\p{L}*|anfrage|wissen|know',
		{
			isPersonal: true,
			isAsked: true,
			beside:
				'(?:if|should) you have any questions?|any questions|how are you|wie geht|how did we do|(?:bei|haben sie) (?:weiteren |noch )?fragen|let (?:me|us) know',
		},
	],
	[
		'quote',
		'quotes?|offers?|quotations?|estimates?|proposals?|angebote?|kostenvoranschl\\p{L}*',
		`(?:our|your|the|a|my) (?:\\p{L}+ )?(?:quote|quotation|estimate|proposal|offer)(?: \\S+){0,4} (?:is|attached|below|enclosed|for|follows)|(?:pleased|happy|glad) to (?:offer|quote|provide|send)|(?:we|i) (?:can |could |would )?(?:offer|quote) (?:you )?|(?:attached|enclosed|below|here)[^.]{0,40}(?:quote|quotation|estimate|proposal|offer)|(?:quote|quotation|estimate|offer|angebot|proposal) (?:no\\.?|nr\\.?|number|#)? ?\\w*\\d+|(?:bieten|biete|unterbreiten) (?:wir|ich)|(?:unser|ihr|das|ein) (?:\\p{L}+ )?angebot[^.]{0,30}(?:anbei|anhang|gekommen|gilt|für|über)|anbei[^.]{0,30}angebot|angebot gilt`,
		'quot(?:e|es|ed|ation|ations)|offer\\p{L}*|estimate\\p{L}*|proposal\\p{L}*|angebot\\p{L}*|bieten|biete|kostenvoranschl\\p{L}*',
		{
			beside:
				'(?:thanks?|thank you|dank) (?:\\p{L}+ )?(?:for|für) (?:the|your|das|ihr) (?:\\p{L}+ )?(?:quote|quotation|estimate|proposal|offer|angebot)|(?:can|could|would|please|would you|do you) (?:you )?(?:please )?(?:quote|offer|send|give)[^.?]{0,60}(?:quote|quotation|estimate|offer)?|automatic reply:[^\\n]*|re: [^\\n]*',
		},
	],
	[
		'order',
		'(?:places?|placed|new|makes?|sends?|an?) (?:\\p{L}+ )?orders?|orders? (?:something|from)|order|orders|bestell\\p{L}*',
		`(?:i|we)(?:['’]d| would| want| wish)? (?:like |need )?(?:to )?(?:\\p{L}+ )?order(?! (?:\\S+ ){0,8}(?:ago|last|yesterday))(?!ed)|please (?:send|deliver|ship|supply|book|reserve|put)[^.]{0,30}(?:\\d|one|two|three|four|five|six|ten|a dozen|another|a pair|some)|(?:i|we)(?:['’]ll| will| would like to) (?:take|have|buy) (?:the |a |\\d|one|two|three|both)|(?:new|neue) (?:order|bestellung)(?: (?:from|von|#|no|nr|received|\\d)|:|$)|(?:we|you) have (?:received )?a new order|you(?:['’]ve| have) (?:got|received) (?:an|a new) order|(?:ich|wir) (?:möchten?|würden?|will|wollen)?[^.]{0,60}bestell(?:en|e)|bestelle (?:ich|wir|hiermit)|bitte (?:liefern|senden|schicken) sie[^.]{0,20}\\d`,
		'order\\p{L}*|like|want|need|take|more|buy|purchas\\p{L}*|supply|please send|we need \\d|bestell\\p{L}*|kauf\\p{L}*|auftrag\\p{L}*|liefern',
		{
			isAsked: true,
			beside:
				'in order to|out of order|court order|(?:your|my) order|order (?:number|confirmation|date|status)|ihre bestellung|bestellnummer|order (?:#|no\\.? ?)?[\\w-]*\\d+|(?:i|we) ordered',
		},
	],
	[
		'application',
		'(?:job )?applications?|applies|apply|applicants?|bewerb\\p{L}*|bewirbt|cv',
		`(?:i am|i['’]m|i would like|i['’]d like|i wish|i want) (?:writing )?(?:to )?(?:apply(?:ing)?|submit (?:my|an) application)|(?:my|this) (?:job )?application (?:for|as)|application (?:for the (?:position|post|role|job)|as an?)|(?:my|the) (?:cv|curriculum vitae|résumé|resume|cover letter)(?: \\S+){0,4} (?:attached|enclosed|below|are|is)|(?:attached|enclosed|find)[^.]{0,40}(?:my (?:cv|résumé|resume)|cover letter)|interested in the (?:\\p{L}+ ){0,3}(?:position|role|job|vacancy)|bewerbung (?:als|um|für)|(?:bewerbe|möchte) (?:ich )?mich[^.]{0,60}(?:bewerben|stelle|als|um)|(?:meinen|mein) lebenslauf|bewerbungsunterlagen`,
		'appl(?:y|ied|ies|ying|ication|ications|icant|icants)|cv|curriculum|résumé|resume|cover letter|vacancy|position|job|role|internship|apprentice\\p{L}*|hire|bewerb\\p{L}*|lebenslauf|stelle|praktikum|ausbildungsplatz',
		{
			isPersonal: true,
			beside:
				'applications? (?:is|are) open|apply (?:now|today|within)|does not apply|terms apply|apply (?:a|the) (?:code|cream)|job done|good job|backup job',
		},
	],
	[
		'contract',
		'contracts?|agreements?|vertrag|verträge|mietvertrag',
		`(?:attached|enclosed|find|here|sending|send you|below)[^.]{0,60}(?:contract|agreement|lease)|(?:contract|agreement|lease)[^.]{0,30}(?:attached|enclosed|below)|(?:anbei|im anhang|beigefügt|sende|schicke)[^.]{0,60}\\p{L}*vertrag|\\p{L}*vertrag[^.]{0,30}(?:anbei|anhang|beigefügt)`,
		'contract\\p{L}*|agreement\\p{L}*|lease|\\p{L}*vertrag\\p{L}*|\\p{L}*verträge\\p{L}*',
	],
	[
		'deadline',
		'deadlines?|due dates?|(?:by|until) (?:a|some|certain) (?:date|day)|frist(?:en)?|abgabetermin|stichtag|due',
		`deadline|closing date|due (?:date|on|by)|(?:is|are) due|(?:by|before|until|no later than|not later than|at the latest by) (?:\\p{L}+,? )?(?:the )?\\d{1,2}(?:st|nd|rd|th)?\\.? ?(?:of )?\\p{L}+|by (?:the end of|tomorrow|tonight|next|this|noon|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|within (?:\\d+|two|three|seven|ten|fourteen) (?:working )?(?:days|weeks|hours)|(?:bis|bis zum|bis spätestens|spätestens (?:am|bis)) (?:zum )?(?:\\p{L}+,? (?:den )?)?\\d{1,2}\\.|innerhalb (?:von )?\\d+|frist|fällig`,
		'deadline\\p{L}*|due|until|latest|by \\p{L}+ ?\\d+|within|before|expire\\p{L}*|frist\\p{L}*|spätestens|bis|fällig\\p{L}*|ablauf\\p{L}*',
		{ isAsked: true, beside: 'due to|overdue' },
	],
	[
		'urgent',
		'urgent(?:ly)?|emergency|asap|important|dringend|eilig|notfall|wichtig',
		`urgent(?:ly)?|emergency|right now|as soon as (?:possible|you (?:can|see|get|read))|asap|immediately|without delay|cannot wait|can['’]t wait|dringend|notfall|sofort|umgehend|so schnell wie möglich|eilt|noch heute`,
		'urgen\\p{L}*|emergenc\\p{L}*|immediate\\p{L}*|asap|quick\\p{L}*|soon|important|hurry|rush|critical|now|today|dringend\\p{L}*|eil\\p{L}*|sofort\\p{L}*|umgehend\\p{L}*|notfall|wichtig\\p{L}*|schnell\\p{L}*|heute',
		{
			beside:
				'(?:in|for) (?:an )?(?:urgent|emergency) (?:cases?|matters?|enquiries)|in (?:an|case of) emergenc\\p{L}*|emergency (?:number|exit|contact|service)|in dringenden fällen|im notfall|(?:not|nothing) (?:\\p{L}+ )?urgent|no (?:rush|hurry)|(?:speak|hear|see|talk)[^.]{0,20}soon|limited time only|subscribe now|claim now|confirm now|shop now|buy now|(?:is|are|until|from|has|have|by) now|now (?:settled|closed|available|paid)|short notice|(?:delivered|left|leave|sent|arrived|back|you) today|bonus today|today (?:with|at)',
		},
	],
]);
