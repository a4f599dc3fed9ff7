/** Mails as people get them, each with the kind that a reader would give it; null for none of the known kinds. */
import type { MAIL_KINDS } from '@watchword/contract/condition';
import type { MailMark } from '@watchword/contract/mail-mark';

export interface SampleMail {
	kind: (typeof MAIL_KINDS)[number] | null;
	from: string;
	subject: string;
	text: string;
	attachments: string[];
	marks: MailMark[];
}

const of =
	(kind: SampleMail['kind']) =>
	(
		from: string,
		subject: string,
		text: string,
		{ attachments = [], marks = [] }: Partial<Pick<SampleMail, 'attachments' | 'marks'>> = {},
	): SampleMail => ({ kind, from, subject, text, attachments, marks });

const [invoice, receipt, delivery, booking] = [of('invoice'), of('receipt'), of('delivery'), of('booking')];
const [newsletter, auto, bounce, other] = [of('newsletter'), of('automatic reply'), of('bounce'), of(null)];
const LIST = { marks: ['list', 'unsubscribe'] satisfies MailMark[] };
const PDF = (name: string) => ({ attachments: [name] });

export const SAMPLE_MAILS: SampleMail[] = [
	invoice(
		'Nordhost Billing <billing@nordhost.example>',
		'Your invoice NH-20417',
		'Hello,\nyour invoice for November is attached.\nInvoice number: NH-20417\nTotal: 29.75 EUR\nDue date: 2 December 2026',
		PDF('NH-20417.pdf'),
	),
	invoice(
		'Meyer Elektro GmbH <info@meyer-elektro.example>',
		'Rechnung 2026-1184',
		'Sehr geehrte Frau Berg,\nanbei erhalten Sie unsere Rechnung.\nRechnungsnummer: 2026-1184\nGesamtbetrag: 412,30 EUR\nZahlbar bis 30.11.2026',
		PDF('Rechnung_2026-1184.pdf'),
	),
	invoice(
		'Brightwater <noreply@brightwater.example>',
		'Your water bill is ready',
		'Your bill for July to September is ready to view.\nAmount due: £86.40\nDue date: 30/11/2026\nLog in to pay.',
	),
	invoice(
		'Ida Holm <ida@holm-design.example>',
		'Invoice for the logo work',
		'Hi Sam,\nplease find attached my invoice for the logo. Total is 900 EUR, payable within 14 days.\nThanks!\nIda',
		PDF('invoice-logo.pdf'),
	),
	invoice(
		'Stadtwerke <kundenservice@stadtwerke.example>',
		'Ihre Stromrechnung für Oktober',
		'Guten Tag,\nIhre neue Rechnung liegt im Kundenportal bereit.\nRechnungsbetrag: 73,12 €\nFällig am 25.11.2026',
	),
	invoice(
		'accounts@piper-legal.example',
		'Fwd: Invoice 8812',
		'See below, can you pay this?\n\nInvoice number 8812\nAmount due: £1,240.00',
		PDF('8812.pdf'),
	),
	invoice(
		'Telvia <rechnung@telvia.example>',
		'Telvia: Ihre Mobilfunk-Rechnung November',
		'Im Anhang finden Sie Ihre Rechnung.\nRechnungsnr.: 55-981273\nZu zahlen: 19,99 EUR',
		PDF('55-981273.pdf'),
	),
	invoice(
		'Contractor <joe@joebuilds.example>',
		'November work',
		'Hi, attached is the invoice for November.\nInvoice no. 77\nTotal: $3,150\nJoe',
		PDF('Invoice 77.pdf'),
	),

	receipt(
		'Cafe Linde <kasse@cafelinde.example>',
		'Your receipt from Cafe Linde',
		'Thanks for your visit!\n2x Cappuccino 7.80\nTotal: 7.80 EUR\nPaid with card',
	),
	receipt(
		'Paylane <service@paylane.example>',
		'Payment received',
		'We have received your payment of 48.00 USD to Green Grocer.\nTransaction ID: 8K2213\nTotal: $48.00',
	),
	receipt(
		'Spendio <no-reply@spendio.example>',
		'Zahlungsbestätigung',
		'Ihre Zahlung ist eingegangen.\nBetrag: 120,00 EUR\nTransaktionsnummer: 99120-A',
	),
	receipt(
		'AppStore <no_reply@apps.example>',
		'Your purchase receipt',
		'Receipt number: M7-1190\nPhotoPro (1 year)\nTotal: £19.99',
	),
	receipt(
		'City Parking <mail@cityparking.example>',
		'Parking receipt 18 Nov 2026',
		'Thank you for your payment.\nAmount paid: 6.50 EUR\nZone 4',
	),
	receipt(
		'Dr. Vogel <praxis@vogel.example>',
		'Quittung',
		'Anbei die Quittung über die Zuzahlung.\nBelegnummer: 2231\nSumme: 10,00 EUR',
		PDF('Quittung.pdf'),
	),

	delivery(
		'FastPost <track@fastpost.example>',
		'Your parcel is on its way',
		'Your parcel from Books & Co will be delivered tomorrow between 10 and 12.\nTracking number: FP991827361',
	),
	delivery(
		'Paketo <noreply@paketo.example>',
		'Ihr Paket wurde zugestellt',
		'Ihr Paket wurde heute um 11:42 beim Nachbarn abgegeben.\nSendungsnummer: 003404345',
	),
	delivery(
		'Bike24 <orders@bikes.example>',
		'Order 4471 has shipped',
		'Good news! Your order has been shipped with DHL.\nTracking number: 1Z88\nEstimated delivery: 20 November 2026',
	),
	delivery(
		'Furnish <service@furnish.example>',
		'Out for delivery: your sofa',
		'Our team is out for delivery. They will arrive between 14:00 and 16:00 today.\nOrder number: 5512',
	),
	delivery(
		'Blumen Haas <info@blumenhaas.example>',
		'Versandbestätigung',
		'Ihre Bestellung wurde heute versendet.\nLiefertermin: 21.11.2026',
	),
	delivery(
		'Shoply <hello@shoply.example>',
		'Arriving today: 2 items',
		'Your package will be delivered today by 8 pm.\nTrack your package: https://shoply.example/t/1',
	),
	delivery(
		'DPX <info@dpx.example>',
		'Zustellung Ihres Pakets am 20.11.',
		'Guten Tag, wir stellen Ihr Paket am 20.11. zu.\nPaketnummer: 0988123',
	),

	booking(
		'Hotel Krone <reservation@krone.example>',
		'Booking confirmation',
		'Dear Ms Berg,\nthank you for your booking. We look forward to welcoming you.\nBooking number: K-8812\nCheck-in: 4 December 2026\nCheck-out: 6 December 2026',
	),
	booking(
		'SkyNorth <tickets@skynorth.example>',
		'Your e-ticket and itinerary – HAM to OSL',
		'Booking reference: X7RT2P\nDeparture: 12 December 2026 07:15',
		PDF('eticket.pdf'),
	),
	booking(
		'Trattoria Sole <sole@tables.example>',
		'Your reservation is confirmed',
		'Table for 4 on Friday 20 November at 19:30. Reservation number: 771',
	),
	booking(
		'Bahnreisen <noreply@bahnreisen.example>',
		'Buchungsbestätigung – Auftrag QX81',
		'Ihre Buchung ist bestätigt.\nBuchungsnummer: QX81\nAbfahrt: 21.11.2026 08:02',
		PDF('Fahrkarte.pdf'),
	),
	booking(
		'Dr. Weber <praxis@weber.example>',
		'Terminbestätigung',
		'Ihr Termin: 24.11.2026 um 9:15 Uhr. Bitte bringen Sie Ihre Karte mit.',
	),
	booking(
		'CarGo Rentals <res@cargo.example>',
		'Rental confirmation 55120',
		'Your reservation has been confirmed.\nConfirmation number: 55120\nPick-up: 1 December, 10:00',
	),

	newsletter(
		'Garden Weekly <news@gardenweekly.example>',
		'What to plant in November',
		'Tulips, garlic and more. Read our tips for the cold season.\nUnsubscribe | View in browser',
		LIST,
	),
	newsletter(
		'Modehaus <newsletter@modehaus.example>',
		'20 % Rabatt auf alles',
		'Nur bis Sonntag: 20 % auf die neue Kollektion.\nVom Newsletter abmelden',
		LIST,
	),
	newsletter(
		'Dev Digest <digest@devs.example>',
		'Dev Digest #212',
		'This week: faster builds, a new parser, and how the backup of a large site failed.\nYou are receiving this email because you signed up. Unsubscribe.',
		LIST,
	),
	newsletter(
		'Travelo <deals@travelo.example>',
		'Flash sale: flights from 29 EUR',
		'Book until midnight. Unsubscribe here.',
		{ marks: ['unsubscribe', 'bulk'] },
	),
	newsletter(
		'Museum <info@museum.example>',
		'Museum newsletter December',
		'New exhibition opens on 3 December. Guided tours every Sunday.\nUpdate your preferences or unsubscribe.',
		LIST,
	),
	newsletter(
		'Verein Nord <verein@nord.example>',
		'Newsletter 11/2026',
		'Liebe Mitglieder, hier die Neuigkeiten aus dem Verein. Das Sommerfest war ein Erfolg.\nAbmelden: Antwort an diese Adresse',
		{ marks: ['list'] },
	),

	auto(
		'Lena Brandt <lena.brandt@firm.example>',
		'Automatic reply: Contract draft',
		'I am out of the office until 23 November with limited access to my email. In urgent cases please contact Max.',
		{ marks: ['auto-replied'] },
	),
	auto(
		'Tom Reyes <tom@reyes.example>',
		'Out of office: Re: Meeting',
		'I am on annual leave and back on Monday.',
		{ marks: ['auto-replied'] },
	),
	auto(
		'Petra Kühn <kuehn@amt.example>',
		'Automatische Antwort: Antrag',
		'Ich bin bis zum 27.11. nicht im Büro. Ihre Mail wird nicht weitergeleitet.',
		{ marks: ['auto-replied'] },
	),
	auto(
		'Support <help@saas.example>',
		'We have received your request [#9912]',
		'This is an automated reply. A colleague will answer within a day.',
		{ marks: ['auto-replied'] },
	),
	auto(
		'J. Moreau <moreau@lab.example>',
		'Abwesenheitsnotiz',
		'Ich bin im Urlaub und ab 1.12. wieder erreichbar.',
	),

	bounce(
		'Mail Delivery Subsystem <mailer-daemon@mx.example>',
		'Delivery Status Notification (Failure)',
		'Your message could not be delivered to the following recipients: anna@old.example (user unknown)',
		{ marks: ['report', 'auto-replied'] },
	),
	bounce(
		'postmaster@firm.example',
		'Undeliverable: Quarterly figures',
		'Delivery has failed to these recipients: bob@firm.example. The mailbox is full.',
		{ marks: ['report'] },
	),
	bounce(
		'MAILER-DAEMON@post.example',
		'Returned mail: see transcript for details',
		'The following addresses had permanent fatal errors: <x@y.example>',
	),
	bounce(
		'Postmaster <postmaster@web.example>',
		'Unzustellbar: Einladung',
		'Ihre Nachricht konnte nicht zugestellt werden. Empfänger unbekannt.',
		{ marks: ['report'] },
	),

	other(
		'Anna Berg <anna.berg@post.example>',
		'Lunch on Friday?',
		'Hi, are you free for lunch on Friday? The new place by the station looks nice.\nAnna',
	),
	other(
		'Backup NAS <nas@home.example>',
		'Backup failed on nas-01',
		'The scheduled backup "Documents" failed at 03:12. Error: disk full.',
	),
	other(
		'Backup NAS <nas@home.example>',
		'Backup completed on nas-01',
		'The scheduled backup "Documents" completed at 03:40. 812 GB copied, 0 errors.',
	),
	other(
		'Uptime <alerts@uptime.example>',
		'DOWN: shop.example is not responding',
		'Monitor shop.example is DOWN since 14:02. Reason: connection timeout.',
	),
	other(
		'Uptime <alerts@uptime.example>',
		'UP: shop.example is back',
		'Monitor shop.example is UP again after 6 minutes of downtime.',
	),
	other(
		'School <office@school.example>',
		'No lessons on Monday',
		'Dear parents, there are no lessons on Monday because of staff training.',
	),
	other(
		'Markus Vermieter <m.vermieter@haus.example>',
		'Heizung wird abgelesen',
		'Guten Tag, die Ablesung findet am 26.11. zwischen 8 und 10 Uhr statt. Bitte ermöglichen Sie den Zugang.',
	),
	other(
		'Sam <sam@friends.example>',
		'Re: Invoice question',
		'I checked, the invoice was wrong, they promised to send a new one. Did you pay it already?',
	),
	other(
		'Billing <billing@nordhost.example>',
		'Payment reminder: invoice NH-20310 is overdue',
		'We have not received your payment yet.\nInvoice number: NH-20310\nTotal: 29.75 EUR\nDue date: 2 November 2026',
	),
	other(
		'Customer <paul@kunde.example>',
		'Where is my parcel?',
		'I ordered two weeks ago and nothing has been delivered. Order 5567. Please help.',
	),
	other(
		'Security <security@accounts.example>',
		'New sign-in to your account',
		'We noticed a new sign-in from Chrome on Windows in Hamburg. If this was you, you can ignore this mail.',
	),
	other(
		'Bank <service@sparhafen.example>',
		'Your statement is available',
		'Your account statement for October is now available in online banking.',
	),
	other(
		'Jobs <bewerbung@mail.example>',
		'Bewerbung als Werkstudent',
		'Sehr geehrte Damen und Herren, hiermit bewerbe ich mich als Werkstudent. Anbei mein Lebenslauf.',
		PDF('Lebenslauf.pdf'),
	),
	other(
		'Guest <c.jansen@post.example>',
		'Booking request for December',
		'Hello, do you have a room for two from 27 to 30 December? What would it cost?',
	),
	other(
		'Guest <r.lind@post.example>',
		'Cancellation of booking K-8790',
		'We have to cancel our booking for next weekend. Sorry for the trouble.',
	),
	other(
		'Furnish <service@furnish.example>',
		'How was your delivery?',
		'Rate your delivery and win a voucher.',
		{ marks: ['unsubscribe'] },
	),
	other(
		'Furnish <service@furnish.example>',
		'Order confirmation 5512',
		'Thank you for your order. Order number: 5512. Total: 899.00 EUR. We will tell you when it ships.',
	),
	other(
		'Mum <helga@familie.example>',
		'Sonntag',
		'Kommt ihr am Sonntag zum Kaffee? Papa backt Apfelkuchen. Kuss',
	),
	other(
		'Printer <printer@office.example>',
		'Toner low',
		'Black toner is at 8 %. Please order a new cartridge.',
	),
	other(
		'Weather Service <warnung@wetter.example>',
		'Sturmwarnung für Hamburg',
		'Amtliche Warnung vor Sturmböen bis 85 km/h, heute 18 bis 23 Uhr.',
	),
	other('CI <ci@builds.example>', 'Build #881 passed', 'All 1,204 tests passed in 6 minutes.', {
		marks: ['auto-generated'],
	}),
	other(
		'Library <info@library.example>',
		'Due soon: 2 items',
		'Two of your loans are due on 25 November. You can renew them online.',
	),
	other(
		'Landlord <office@homes.example>',
		'Rent increase from January',
		'The rent will be 840 EUR from 1 January 2027. Please find the letter attached.',
		PDF('letter.pdf'),
	),
	other(
		'Freelancer <kim@write.example>',
		'Quote for the brochure',
		'I can write the brochure for 650 EUR. This quote is valid until 30 November.',
	),
];
