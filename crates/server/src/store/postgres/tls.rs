//! TLS to PostgreSQL.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
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
            let authorities = Arc::new(authorities(file.as_deref())?);
            let verifier =
                WebPkiServerVerifier::builder_with_provider(authorities, provider.clone());
            Some(verifier.build().map_err(failed)?)
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

fn authorities(file: Option<&Path>) -> Result<RootCertStore, StoreError> {
    let mut store = RootCertStore::empty();
    match file {
        Some(file) => {
            let unreadable = |error: &dyn std::fmt::Display| {
                StoreError::Address(format!("sslrootcert {}: {error}", file.display()))
            };
            let certificates =
                CertificateDer::pem_file_iter(file).map_err(|error| unreadable(&error))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|error| unreadable(&error))?;
                store.add(certificate).map_err(|error| unreadable(&error))?;
            }
        }
        None => {
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    match store.is_empty() {
        true => Err(StoreError::Address(
            "no certificate authorities were found; name a file with sslrootcert".to_owned(),
        )),
        false => Ok(store),
    }
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Database(Box::new(error))
}

#[derive(Debug)]
struct Verifier {
    known: Option<Arc<WebPkiServerVerifier>>,
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
        let Some(known) = &self.known else { return Ok(ServerCertVerified::assertion()) };
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
