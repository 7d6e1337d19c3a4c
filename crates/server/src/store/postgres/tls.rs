//! TLS to PostgreSQL.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    server::ParsedCertificate,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::super::StoreError;

/// Whose certificate is accepted. The files have certificate authorities; without one, the system's
/// count.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) enum Trust {
    /// The connection is encrypted, but not with anybody in particular.
    Anybody,
    /// A certificate of a known authority.
    AnyName(Option<PathBuf>),
    /// Also, it must name the host.
    ThisName(Option<PathBuf>),
}

pub(super) fn connector(trust: &Trust) -> Result<MakeRustlsConnect, StoreError> {
    let provider = Arc::new(ring::default_provider());
    let known = match trust {
        Trust::Anybody => None,
        Trust::AnyName(file) | Trust::ThisName(file) => {
            let certificates = certificates(file.as_deref())?;
            let mut authorities = RootCertStore::empty();
            authorities.add_parsable_certificates(certificates.iter().cloned());
            let verifier = WebPkiServerVerifier::builder_with_provider(
                Arc::new(authorities),
                provider.clone(),
            );
            Some((verifier.build().map_err(failed)?, certificates))
        }
    };
    let verifier = Verifier {
        known,
        any_name: matches!(trust, Trust::AnyName(_)),
        provider: provider.clone(),
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(failed)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// The certificates of a file, or of the system.
fn certificates(file: Option<&Path>) -> Result<Vec<CertificateDer<'static>>, StoreError> {
    let Some(file) = file else {
        return Ok(rustls_native_certs::load_native_certs().certs);
    };
    let read = |file| CertificateDer::pem_file_iter(file)?.collect::<Result<Vec<_>, _>>();
    let unreadable =
        |error| StoreError::Address(format!("sslrootcert {}: {error}", file.display()));
    read(file).map_err(unreadable)
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Database(Box::new(error))
}

#[derive(Debug)]
struct Verifier {
    /// Checks by authorities, and the certificates themselves.
    known: Option<(Arc<WebPkiServerVerifier>, Vec<CertificateDer<'static>>)>,
    any_name: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some((known, certificates)) = &self.known else {
            return Ok(ServerCertVerified::assertion());
        };
        // A server's own certificate may be in the file; it need not be an authority's.
        if certificates.contains(end_entity) {
            if !self.any_name {
                verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        let verified =
            known.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        match verified {
            // The name is checked last.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.any_name => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
