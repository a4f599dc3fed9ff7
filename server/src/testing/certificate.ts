import { ensureCertificate } from '../lan/certificate.ts';

/** The files of a certificate for localhost. */
export const localCertificate = (folder: string) => ensureCertificate(folder, ['localhost']);
